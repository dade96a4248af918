//! What the database notifies its listeners of, each notification once, in the order of the commits.

use crate::scene::Scene;
use futures_util::{StreamExt, stream};
use ledger::ClubId;
use tokio::sync::mpsc::{self, UnboundedReceiver};
use tokio_postgres::{AsyncMessage, Client, NoTls};

/// A connection that listens, and notifies itself: what was committed before that, it has heard by then.
pub(crate) struct Heard {
    client: Client,
    told: UnboundedReceiver<(String, String)>,
}

impl Heard {
    pub(crate) async fn of(scene: &Scene) -> Self {
        let url = scene.database.admin_url();
        let (client, mut connection) = tokio_postgres::connect(&url, NoTls).await.unwrap();
        let (tell, told) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            let mut messages = stream::poll_fn(move |context| connection.poll_message(context));
            while let Some(Ok(message)) = messages.next().await {
                if let AsyncMessage::Notification(one) = message {
                    let heard = (one.channel().to_owned(), one.payload().to_owned());
                    tell.send(heard).ok();
                }
            }
        });
        let listen = "LISTEN faan_entries; LISTEN faan_signer; LISTEN faan_dispatcher; LISTEN mark";
        client.batch_execute(listen).await.unwrap();
        Self { client, told }
    }

    /// Waits until an entry of a club is told of, and answers on which channels else something was told since this was asked last.
    pub(crate) async fn beside_entry_of(&mut self, club: ClubId) -> Vec<String> {
        let mut heard = self.until("faan_entries", &club.to_string()).await;
        heard.extend(self.so_far().await);
        heard
    }

    /// Waits until something is told on a channel.
    pub(crate) async fn until_told(&mut self, channel: &str) {
        while self.told.recv().await.unwrap().0 != channel {}
    }

    /// On which channels something was told since this was asked last.
    pub(crate) async fn so_far(&mut self) -> Vec<String> {
        self.client.batch_execute("NOTIFY mark").await.unwrap();
        self.until("mark", "").await
    }

    async fn until(&mut self, channel: &str, payload: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            let one = self.told.recv().await.unwrap();
            if one == (channel.to_owned(), payload.to_owned()) {
                return heard;
            }
            heard.push(one.0);
        }
    }
}
