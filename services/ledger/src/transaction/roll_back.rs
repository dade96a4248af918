//! What becomes of a transaction that is not committed.

use super::Transaction;
use crate::connections::Connections;
use diesel_async::pooled_connection::deadpool::Object;
use diesel_async::{AsyncPgConnection, SimpleAsyncConnection};
use std::pin::pin;
use std::time::Duration;
use tokio::time::timeout;

/// How long the server may take. It gives up on a statement that still runs after ten seconds.
const PATIENCE: Duration = Duration::from_secs(15);
/// How long a statement may still run for which nobody waits any more, before the server is asked to give it up.
const LAST_CHANCE: Duration = Duration::from_millis(100);

impl Drop for Transaction {
    fn drop(&mut self) {
        let Some(mut connection) = self.connection.take() else {
            return;
        };
        let connections = self.connections.clone();
        let is_reading = *self.is_reading.get_mut();
        // As long as the server is busy with it, it counts as whoever asked.
        let turns = (self.turn.take(), std::mem::take(&mut self.turns));
        let roll_back = async move {
            let _turns = turns;
            let is_over = match is_reading {
                true => give_up(&connections, &mut connection).await,
                false => roll_back(&mut connection).await,
            };
            if !is_over {
                // Closing it rolls back too.
                drop(Object::take(connection));
            }
        };
        self.connections.spawn(roll_back);
    }
}

/// Whether the transaction was rolled back, so that the connection may be used again.
async fn roll_back(connection: &mut AsyncPgConnection) -> bool {
    let answer = timeout(PATIENCE, connection.batch_execute("ROLLBACK")).await;
    matches!(answer, Ok(Ok(())))
}

/// The same of one in which a statement runs for which nobody waits. If the server had to be asked to give it up, the connection is not used
/// again: the server could take what comes next for that statement.
async fn give_up(connections: &Connections, connection: &mut AsyncPgConnection) -> bool {
    let statement = connection.cancel_token();
    let mut rolled_back = pin!(roll_back(connection));
    if let Ok(is_over) = timeout(LAST_CHANCE, &mut rolled_back).await {
        return is_over;
    }
    connections.cancel(&statement).await;
    let _is_over = rolled_back.await;
    false
}
