//! The tables as diesel knows them. A test compares them with the migrated database; `UPDATE_EXPECT=1` rewrites them.

diesel::table! {
    access_events (club_id, access_event_id) {
        club_id -> Uuid,
        access_event_id -> Uuid,
        time -> Timestamptz,
        kind -> Text,
        actor -> Uuid,
        api_key_id -> Nullable<Uuid>,
        webhook_id -> Nullable<Uuid>,
    }
}

diesel::table! {
    account_events (user_id, access_event_id) {
        user_id -> Uuid,
        access_event_id -> Uuid,
        time -> Timestamptz,
        kind -> Text,
        session_id -> Nullable<Uuid>,
    }
}

diesel::table! {
    api_keys (club_id, api_key_id) {
        club_id -> Uuid,
        api_key_id -> Uuid,
        name -> Text,
        secret_hash -> Binary,
        role -> Text,
        made_by -> Uuid,
        made_at -> Timestamptz,
        idempotency_key -> Text,
        fingerprint -> Binary,
        expires_at -> Nullable<Timestamptz>,
        used_at -> Nullable<Timestamptz>,
        revoked_at -> Nullable<Timestamptz>,
        scope -> Text,
        match_id -> Nullable<Uuid>,
    }
}

diesel::table! {
    audits (club_id, audit_id) {
        club_id -> Uuid,
        audit_id -> Uuid,
        asked_by -> Uuid,
        asked_at -> Timestamptz,
        key -> Text,
        fingerprint -> Binary,
        from_seq -> Int8,
        to_seq -> Nullable<Int8>,
        state -> Text,
        auditor -> Nullable<Uuid>,
        leased_until -> Nullable<Timestamptz>,
        version -> Int8,
        done -> Int8,
        of -> Int8,
        verdict -> Nullable<Text>,
        report -> Nullable<Text>,
        finished_at -> Nullable<Timestamptz>,
        attempts -> Int4,
        variant_id -> Nullable<Text>,
        variant_hash -> Nullable<Binary>,
        variant_document -> Nullable<Binary>,
        match_id -> Nullable<Uuid>,
    }
}

diesel::table! {
    balances (club_id, match_id, party) {
        club_id -> Uuid,
        match_id -> Uuid,
        party -> Uuid,
        half_points -> Int8,
        settled_cents -> Int8,
    }
}

diesel::table! {
    checkpoints (club_id, size) {
        club_id -> Uuid,
        size -> Int8,
        root -> Binary,
        note -> Text,
        head_index -> Int8,
        signed_at -> Timestamptz,
    }
}

diesel::table! {
    clubs (club_id) {
        club_id -> Uuid,
        name -> Text,
        name_salt -> Nullable<Binary>,
        time_zone -> Text,
        founded_at -> Timestamptz,
        last_seq -> Int8,
        last_time -> Timestamptz,
        tree -> Binary,
    }
}

diesel::table! {
    cosignatures (size, witness) {
        size -> Int8,
        witness -> Text,
        line -> Text,
        cosigned_at -> Timestamptz,
    }
}

diesel::table! {
    directory_checkpoints (size) {
        size -> Int8,
        tree -> Binary,
        note -> Text,
        signed_at -> Timestamptz,
    }
}

diesel::table! {
    directory_subtrees (level, index) {
        level -> Int2,
        index -> Int8,
        hash -> Binary,
    }
}

diesel::table! {
    disputes (witness) {
        witness -> Text,
        reason -> Text,
        disputed_at -> Timestamptz,
    }
}

diesel::table! {
    entries (club_id, seq) {
        club_id -> Uuid,
        seq -> Int8,
        kind -> Text,
        time -> Timestamptz,
        leaf -> Binary,
        leaf_hash -> Binary,
        api_key_id -> Nullable<Uuid>,
    }
}

diesel::table! {
    evening_entries (club_id, evening_id, seq) {
        club_id -> Uuid,
        evening_id -> Uuid,
        seq -> Int8,
    }
}

diesel::table! {
    evening_matches (club_id, match_id) {
        club_id -> Uuid,
        match_id -> Uuid,
        evening_id -> Uuid,
    }
}

diesel::table! {
    evenings (club_id, evening_id) {
        club_id -> Uuid,
        evening_id -> Uuid,
        opened_seq -> Int8,
        last_seed -> Nullable<Binary>,
    }
}

diesel::table! {
    heads (index) {
        index -> Int8,
        leaf -> Binary,
        leaf_hash -> Binary,
    }
}

diesel::table! {
    idempotency_keys (club_id, actor, route, key) {
        club_id -> Uuid,
        actor -> Uuid,
        route -> Text,
        key -> Text,
        fingerprint -> Binary,
        seq -> Int8,
        first_seq -> Int8,
    }
}

diesel::table! {
    identities (identity_id) {
        identity_id -> Uuid,
        user_id -> Uuid,
        issuer -> Text,
        subject -> Text,
        linked_at -> Timestamptz,
        used_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    invitations (club_id, invitation_id) {
        club_id -> Uuid,
        invitation_id -> Uuid,
        token_hash -> Nullable<Binary>,
        role -> Text,
        player_id -> Nullable<Uuid>,
        single_use -> Bool,
        made_by -> Uuid,
        made_seq -> Int8,
        made_at -> Timestamptz,
        expires_at -> Timestamptz,
        uses -> Int4,
        revoked_seq -> Nullable<Int8>,
    }
}

diesel::table! {
    log_keys (verifier_key) {
        verifier_key -> Text,
        first_used_at -> Timestamptz,
        retired_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    match_entries (club_id, match_id, seq) {
        club_id -> Uuid,
        match_id -> Uuid,
        seq -> Int8,
        chair_1 -> Int8,
        chair_2 -> Int8,
        chair_3 -> Int8,
        chair_4 -> Int8,
        house -> Int8,
    }
}

diesel::table! {
    matches (club_id, match_id) {
        club_id -> Uuid,
        match_id -> Uuid,
        variant_id -> Text,
        variant_hash -> Binary,
        player_1 -> Uuid,
        player_2 -> Uuid,
        player_3 -> Uuid,
        player_4 -> Uuid,
        minimum_fan -> Nullable<Int4>,
        stake_cents -> Int8,
        currency -> Text,
        starting_points -> Int8,
        played_on -> Date,
        opened_seq -> Int8,
        opened_at -> Timestamptz,
        version -> Int8,
        next_number -> Int4,
        round_wind -> Text,
        dealer -> Int2,
        extra -> Int4,
        total_1 -> Int8,
        total_2 -> Int8,
        total_3 -> Int8,
        total_4 -> Int8,
        ending -> Nullable<Text>,
        house -> Int8,
        void_seq -> Nullable<Int8>,
    }
}

diesel::table! {
    members (club_id, user_id) {
        club_id -> Uuid,
        user_id -> Uuid,
        role -> Text,
    }
}

diesel::table! {
    players (club_id, player_id) {
        club_id -> Uuid,
        player_id -> Uuid,
        name -> Nullable<Text>,
        name_salt -> Nullable<Binary>,
        name_hash -> Nullable<Binary>,
        enrolled_seq -> Int8,
        user_id -> Nullable<Uuid>,
        linked_seq -> Nullable<Int8>,
        merged_into -> Nullable<Uuid>,
        merged_directly_into -> Nullable<Uuid>,
        merged_seq -> Nullable<Int8>,
        erased_seq -> Nullable<Int8>,
        confirmed_link_seq -> Nullable<Int8>,
    }
}

diesel::table! {
    ratings (club_id, player_id, played_on, opened_seq) {
        club_id -> Uuid,
        player_id -> Uuid,
        played_on -> Date,
        opened_seq -> Int8,
        rating -> Float8,
        uncertainty -> Float8,
    }
}

diesel::table! {
    refresh_tokens (token_hash) {
        token_hash -> Binary,
        session_id -> Uuid,
        expires_at -> Timestamptz,
        used_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    refusals (log) {
        log -> Text,
        reason -> Text,
        refused_at -> Timestamptz,
    }
}

diesel::table! {
    seasons (club_id, season_id) {
        club_id -> Uuid,
        season_id -> Uuid,
        opened_seq -> Int8,
        closed_seq -> Nullable<Int8>,
    }
}

diesel::table! {
    sessions (session_id) {
        session_id -> Uuid,
        user_id -> Uuid,
        started_at -> Timestamptz,
        ended_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    settlement_entries (club_id, settlement_id, seq) {
        club_id -> Uuid,
        settlement_id -> Uuid,
        seq -> Int8,
    }
}

diesel::table! {
    settlement_matches (club_id, match_id, settlement_id) {
        club_id -> Uuid,
        match_id -> Uuid,
        settlement_id -> Uuid,
    }
}

diesel::table! {
    settlement_transfers (club_id, settlement_id, from, to) {
        club_id -> Uuid,
        settlement_id -> Uuid,
        from -> Uuid,
        to -> Uuid,
        amount_cents -> Int8,
        paid_cents -> Int8,
    }
}

diesel::table! {
    settlements (club_id, settlement_id) {
        club_id -> Uuid,
        settlement_id -> Uuid,
        currency -> Text,
        settled_seq -> Int8,
    }
}

diesel::table! {
    signer_rounds (only_row) {
        only_row -> Bool,
        last_round_at -> Timestamptz,
    }
}

diesel::table! {
    subtrees (club_id, level, index) {
        club_id -> Uuid,
        level -> Int2,
        index -> Int8,
        hash -> Binary,
    }
}

diesel::table! {
    tallies (club_id, match_id, player_id) {
        club_id -> Uuid,
        match_id -> Uuid,
        player_id -> Uuid,
        opened_seq -> Int8,
        played_on -> Date,
        variant_id -> Text,
        place -> Nullable<Int2>,
        totals -> Jsonb,
        detail -> Jsonb,
        longest_deal -> Nullable<Int8>,
        longest_deal_outcome -> Nullable<Uuid>,
    }
}

diesel::table! {
    tally_heads (club_id) {
        club_id -> Uuid,
        seq -> Int8,
    }
}

diesel::table! {
    tally_sums (club_id, variant_id, span, starts_on, player_id) {
        club_id -> Uuid,
        variant_id -> Text,
        span -> Text,
        starts_on -> Date,
        player_id -> Uuid,
        totals -> Jsonb,
        detail -> Jsonb,
    }
}

diesel::table! {
    texts (club_id, seq) {
        club_id -> Uuid,
        seq -> Int8,
        text -> Nullable<Text>,
        salt -> Nullable<Binary>,
        erased_seq -> Nullable<Int8>,
    }
}

diesel::table! {
    tournament_entries (club_id, tournament_id, seq) {
        club_id -> Uuid,
        tournament_id -> Uuid,
        seq -> Int8,
    }
}

diesel::table! {
    tournament_matches (club_id, match_id) {
        club_id -> Uuid,
        match_id -> Uuid,
        tournament_id -> Uuid,
    }
}

diesel::table! {
    tournaments (club_id, tournament_id) {
        club_id -> Uuid,
        tournament_id -> Uuid,
        opened_seq -> Int8,
        closed_seq -> Nullable<Int8>,
        last_seed -> Nullable<Binary>,
    }
}

diesel::table! {
    users (user_id) {
        user_id -> Uuid,
        email -> Nullable<Text>,
        email_folded -> Nullable<Text>,
        password_hash -> Nullable<Text>,
        display_name -> Nullable<Text>,
        created_at -> Timestamptz,
        erased_at -> Nullable<Timestamptz>,
        one_time_until -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    variants (club_id, variant_hash) {
        club_id -> Uuid,
        variant_hash -> Binary,
        document -> Binary,
        added_seq -> Int8,
        retired_seq -> Nullable<Int8>,
    }
}

diesel::table! {
    webhook_deliveries (club_id, webhook_id, delivery_id) {
        club_id -> Uuid,
        webhook_id -> Uuid,
        delivery_id -> Uuid,
        seq -> Nullable<Int8>,
        kind -> Nullable<Text>,
        attempt -> Int4,
        asked_by -> Nullable<Uuid>,
        idempotency_key -> Nullable<Text>,
        fingerprint -> Nullable<Binary>,
        sent_at -> Nullable<Timestamptz>,
        duration_ms -> Nullable<Int4>,
        status -> Nullable<Int2>,
        error -> Nullable<Text>,
        next_attempt_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    webhook_requests (club_id, webhook_id, actor, route, key) {
        club_id -> Uuid,
        webhook_id -> Uuid,
        actor -> Uuid,
        route -> Text,
        key -> Text,
        fingerprint -> Binary,
        secret_number -> Int4,
        rotated -> Nullable<Bool>,
    }
}

diesel::table! {
    webhooks (club_id, webhook_id) {
        club_id -> Uuid,
        webhook_id -> Uuid,
        name -> Text,
        url -> Text,
        kinds -> Nullable<Array<Text>>,
        secret_number -> Int4,
        secret_key_id -> Binary,
        previous_number -> Nullable<Int4>,
        previous_key_id -> Nullable<Binary>,
        previous_until -> Nullable<Timestamptz>,
        made_by -> Uuid,
        made_at -> Timestamptz,
        idempotency_key -> Text,
        fingerprint -> Binary,
        changed_by -> Nullable<Uuid>,
        changed_key -> Nullable<Text>,
        changed_fingerprint -> Nullable<Binary>,
        state -> Text,
        disabled_reason -> Nullable<Text>,
        disabled_at -> Nullable<Timestamptz>,
        delivered_seq -> Int8,
        failures -> Int4,
        failing_since -> Nullable<Timestamptz>,
        next_attempt_at -> Nullable<Timestamptz>,
        lease -> Nullable<Uuid>,
        leased_until -> Nullable<Timestamptz>,
        url_set_by -> Nullable<Uuid>,
        url_set_to -> Nullable<Text>,
    }
}

diesel::table! {
    won_hands (club_id, match_id, outcome_id, player_id) {
        club_id -> Uuid,
        match_id -> Uuid,
        outcome_id -> Uuid,
        player_id -> Uuid,
        number -> Int4,
        entry_seq -> Int8,
        opened_seq -> Int8,
        played_on -> Date,
        variant_id -> Text,
        limit_hand -> Bool,
        fan -> Int8,
        half_points -> Int8,
        patterns -> Array<Text>,
        tiles -> Nullable<Jsonb>,
    }
}
