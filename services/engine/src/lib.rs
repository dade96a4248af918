//! The scoring engine: rules over gRPC
