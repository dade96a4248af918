//! The REST gateway: clubs keep score here
