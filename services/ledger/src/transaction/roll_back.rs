//! What becomes of a transaction that is not committed.

use super::Transaction;
use diesel_async::SimpleAsyncConnection;
use diesel_async::pooled_connection::deadpool::Object;

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
        self.connections.spawn(roll_back);
    }
}
