//! MCP servers as external sources of a toolbox.
