//! Events for clients: status lines, the stream without gaps, and the three forms of sending.

mod ag_ui;
mod ag_ui_calls;
mod ag_ui_order;
mod ag_ui_schema;
mod ag_ui_text;
mod ag_ui_upstream;
mod conversation;
mod ledger;
mod mixed;
mod nasty;
mod reader;
mod receipts;
mod recorded;
mod spoken;
mod sse;
mod sse_property;
mod sse_stream;
mod status;
mod stream;
mod stream_end;
mod stream_property;
mod vercel;
mod vercel_order;
mod vercel_schema;
mod vercel_text;
mod vercel_upstream;
