//! What becomes of a transaction that is not committed.

use super::Transaction;
use diesel_async::SimpleAsyncConnection;
use diesel_async::pooled_connection::deadpool::Object;
use std::time::Duration;
use tokio::time::timeout;

/// How long the server may take. It gives up on a statement that still runs after ten seconds.
const PATIENCE: Duration = Duration::from_secs(15);

impl Drop for Transaction {
    fn drop(&mut self) {
        let Some(mut connection) = self.connection.take() else {
            return;
        };
        let turns = (self.turn.take(), self.of_caller.take());
        let roll_back = async move {
            let _turns = turns;
            let answer = timeout(PATIENCE, connection.batch_execute("ROLLBACK")).await;
            if !matches!(answer, Ok(Ok(()))) {
                // Closing it rolls back too.
                drop(Object::take(connection));
            }
        };
        self.connections.spawn(roll_back);
    }
}
