//! What becomes of a transaction that is not committed.

use super::Transaction;
use diesel_async::SimpleAsyncConnection;
use diesel_async::pooled_connection::deadpool::Object;
use tokio::runtime::Handle;

impl Drop for Transaction {
    fn drop(&mut self) {
        let Some(mut connection) = self.connection.take() else {
            return;
        };
        let roll_back = async move {
            if connection.batch_execute("ROLLBACK").await.is_err() {
                // Closing it rolls back too.
                drop(Object::take(connection));
            }
        };
        // Without a runtime the process is ending: the connection goes with it.
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(roll_back);
        }
    }
}
