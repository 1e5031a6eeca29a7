//! Values from elsewhere than the model: profile and configuration, what the user said, and questions for the rest.
