//! The gRPC contract of the engine, as generated code
