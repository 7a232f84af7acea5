// Made from migrations/ by `npm run db:types`. Do not edit.
import type { Generated } from 'kysely'

export interface Tables {
  account_links: {
    id: string
    organization_id: string
    membership_id: string
    purpose: 'password_reset' | 'email_change' | 'sign_in'
    email: string
    hash: Buffer
    created_at: Date
    expires_at: Date
    used_at: Date | null
  }
  activity_chains: {
    organization_id: string
    position: number
    hash: Buffer
  }
  activity_log: {
    organization_id: string
    position: number
    fact_id: string
    occurred_at: Date
    namespace: string
    action: string
    actor_type: 'user' | 'invitee' | 'system'
    actor_id: string | null
    actor_name: string
    actor_user_id: string | null
    salt: Buffer | null
    subject_digest: Buffer
    hash: Buffer
    words: string
    erased_by: string | null
  }
  authorization_codes: {
    hash: Buffer
    organization_id: string
    grant_id: string
    client_id: string
    redirect_uri: string
    code_challenge: string | null
    created_at: Date
    expires_at: Date
    spent_at: Date | null
    wrong_verifiers: Generated<number>
  }
  availability_schedules: {
    id: string
    organization_id: string
    membership_id: string
    name: string
    is_default: boolean
    timezone: string
    rules: string
    created_at: Date
    updated_at: Date
  }
  booking_links: {
    id: string
    organization_id: string
    event_type_id: string
    created_by: string
    code_hash: Buffer
    terms: string | null
    created_at: Date
    expires_at: Date
    used_at: Date | null
    deleted_at: Date | null
    former_codes: Generated<string[]>
  }
  booking_requests: {
    organization_id: string
    id: string
    event_type_id: string
    scheduled_event_id: string
    hosts: string[]
    starts_at: Date
    ends_at: Date
    waits_for: 'email' | 'approval' | 'payment' | 'offer'
    state: 'open' | 'confirmed' | 'declined' | 'expired' | 'withdrawn'
    expires_at: Date
    gates: string
    booking: string
    person: Buffer
    email: string
    name: string
    tries: Generated<number>
    decided_by: string | null
    reason: string | null
    created_at: Date
    updated_at: Date
    source: Buffer | null
    waiting_list_entry_id: string | null
  }
  busy_spans: {
    organization_id: string
    membership_id: string
    calendar_id: string
    item_key: string
    kind: Generated<'external' | 'unknown'>
    span: string
  }
  calendar_channels: {
    organization_id: string
    id: string
    connection_id: string
    resource: string
    foreign_id: string | null
    ends_at: Date
    tried_at: Date
    pushed_at: Date | null
  }
  calendar_connections: {
    organization_id: string
    id: string
    membership_id: string
    kind: 'ics' | 'caldav' | 'google' | 'microsoft'
    account: string
    server: string
    credentials: Buffer
    own_addresses: string[]
    stays_open: Generated<boolean>
    is_lost: Generated<boolean>
    fault: string | null
    looked_at: Date | null
    notified_at: Date | null
    created_at: Date
    updated_at: Date
    discovered_at: Date | null
  }
  calendar_entries: {
    organization_id: string
    id: string
    membership_id: string
    uid: string
    scheduled_event_id: string
    wanted: 'present' | 'absent'
    calendar_id: string | null
    foreign_id: string | null
    etag: string | null
    written: Buffer | null
    ends_at: Date
    updated_at: Date
    generation: Generated<number>
    host_change: string | null
    sequence: Generated<number>
    is_seen: Generated<boolean>
  }
  calendar_items: {
    organization_id: string
    calendar_id: string
    item_key: string
    etag: string
    events: string
    is_opaque: Generated<boolean>
    is_postponed: Generated<boolean>
  }
  calendar_tokens: {
    organization_id: string
    connection_id: string
    tokens: Buffer
    refreshing_until: Date | null
  }
  calendars: {
    organization_id: string
    id: string
    connection_id: string
    membership_id: string
    foreign_id: string
    name: string
    time_zone: string | null
    is_writable: boolean
    checks_conflicts: boolean
    counts_tentative: Generated<boolean>
    takes_meetings: Generated<boolean>
    cursor: string | null
    known_until: Date | null
    looked_at: Date | null
    compared_at: Date | null
    created_at: Date
    updated_at: Date
    is_own: Generated<boolean>
    is_new: Generated<boolean>
    fault: string | null
    expanded_zone: string | null
  }
  conference_links: {
    organization_id: string
    membership_id: string
    kind:
      | 'google_conference'
      | 'gotomeeting_conference'
      | 'microsoft_teams_conference'
      | 'webex_conference'
      | 'zoom_conference'
    url: string | null
    created_at: Date
    updated_at: Date
    source: Generated<'url' | 'calendar' | 'account'>
  }
  conferences: {
    organization_id: string
    id: string
    uid: string
    scheduled_event_id: string
    membership_id: string
    kind:
      | 'google_conference'
      | 'gotomeeting_conference'
      | 'microsoft_teams_conference'
      | 'webex_conference'
      | 'zoom_conference'
    by_calendar: boolean
    wanted: 'present' | 'absent'
    state: 'waiting' | 'retrying' | 'made' | 'failed' | 'gone'
    revision: Generated<number>
    account_id: string | null
    made_for: string | null
    foreign_id: string | null
    request_id: string
    tried_at: Date | null
    join_url: string | null
    data: string | null
    written: Buffer | null
    fault: string | null
    host_told_at: Date | null
    ends_at: Date
    created_at: Date
    updated_at: Date
    wanted_at: Date
  }
  data_deletions: {
    id: string
    organization_id: string
    kind: 'invitees' | 'events'
    persons: Buffer[]
    starts_at: Date | null
    ends_at: Date | null
    requested_by: string | null
    requested_at: Date
    entries: Generated<number>
    completed_at: Date | null
  }
  event_type_hosts: {
    id: string
    organization_id: string
    event_type_id: string
    membership_id: string
    priority: Generated<number>
    schedule_id: string | null
    timezone: string | null
    rules: string | null
    created_at: Date
    updated_at: Date
    assigned: Generated<number>
  }
  event_type_permissions: {
    organization_id: string
    event_type_id: string
    membership_id: string
    created_at: Date
  }
  event_types: {
    id: string
    organization_id: string
    owner_id: string
    name: string
    slug: string
    active: boolean
    kind: 'solo' | 'group'
    pooling_type: 'round_robin' | 'collective' | null
    type: Generated<'StandardEventType' | 'AdhocEventType'>
    duration: number
    duration_options: number[] | null
    seats: Generated<number>
    color: string
    description_plain: string | null
    description_html: string | null
    internal_note: string | null
    secret: Generated<boolean>
    admin_managed: Generated<boolean>
    locale: 'en' | 'fr' | 'es' | 'de' | 'nl' | 'pt' | 'it' | 'uk' | null
    position: number
    custom_questions: string
    locations: string | null
    start_time_increment: number
    buffer_before: number
    buffer_after: number
    minimum_notice: number
    window_type: 'moving' | 'available_moving' | 'fixed' | 'unlimited'
    window_days: number | null
    window_start: string | null
    window_end: string | null
    max_per_day: number | null
    max_per_week: number | null
    redirect_url: string | null
    name_format: 'combined' | 'first_and_last'
    reminders: number[]
    created_at: Date
    updated_at: Date
    deleted_at: Date | null
    link_id: string | null
    template_id: string | null
    booking_rules: string | null
  }
  facts: {
    id: string
    organization_id: string
    name: string
    actor_type: 'user' | 'invitee' | 'system'
    actor_id: string | null
    subject: string
    occurred_at: Date
    person: Buffer | null
    announce_at: Generated<Date | null>
    log_at: Generated<Date | null>
  }
  former_addresses: {
    organization_id: string
    path: string
    event_type_id: string | null
    membership_id: string | null
    created_at: Date
  }
  group_relationships: {
    id: string
    organization_id: string
    group_id: string
    membership_id: string | null
    invitation_id: string | null
    role: 'member' | 'admin'
    created_at: Date
    updated_at: Date
  }
  groups: {
    id: string
    organization_id: string
    name: string
    created_at: Date
    updated_at: Date
  }
  heard_logouts: {
    organization_id: string
    hash: Buffer
    expires_at: Date
  }
  held_seats: {
    organization_id: string
    scheduled_event_id: string
    request_id: string
    held_until: Date
  }
  idempotency_keys: {
    organization_id: string
    membership_id: string
    key_digest: Buffer
    request_digest: Buffer
    status: number | null
    answer: Buffer | null
    persons: Buffer[]
    created_at: Date
  }
  identities: {
    organization_id: string
    id: string
    user_id: string
    issuer: string
    subject: string
    created_at: Date
    last_used_at: Date | null
  }
  import_records: {
    organization_id: string
    import_id: string
    kind: string
    foreign_id: string
    local_id: string
    digest: Buffer
    created_run: number
    changed_run: number
    seen_run: number
    base: string | null
  }
  imports: {
    organization_id: string
    id: string
    kind: 'calendly' | 'calcom'
    source: string
    reach: string
    token: Buffer | null
    started_by: string
    takes_over: boolean
    invites: boolean
    state: 'running' | 'finished' | 'failed'
    run: number
    step: string
    cursor: string | null
    meetings: number | null
    per_minute: number | null
    remarks: string
    fault: string | null
    lease: string | null
    leased_until: Date | null
    started_at: Date
    finished_at: Date | null
    created_at: Date
    updated_at: Date
    applies_buffers: Generated<boolean>
    failed_tries: Generated<number>
    begun_tries: Generated<number>
    portions: Generated<number>
    idle_portions: Generated<number>
    prefers_source: Generated<boolean>
    client_id: string | null
  }
  instance: {
    only_row: Generated<boolean>
    secret_fingerprint: Buffer
    created_at: Date
    restored_at: Date | null
    home: string | null
  }
  invitees: {
    id: string
    organization_id: string
    scheduled_event_id: string
    person: Buffer
    email: string
    name: string
    first_name: string | null
    last_name: string | null
    status: 'active' | 'canceled'
    timezone: string
    text_reminder_number: string | null
    answers: string
    tracking: string
    guests: string[]
    old_invitee_id: string | null
    new_invitee_id: string | null
    link_id: string | null
    scheduling_method: 'api' | 'instant_book' | null
    scheduled_by: string | null
    no_show_id: string | null
    no_show_at: Date | null
    canceled_by: string | null
    cancel_reason: string | null
    canceler_type: 'host' | 'invitee' | null
    canceled_at: Date | null
    created_at: Date
    updated_at: Date
    routing_form_submission_id: string | null
    erased_at: Date | null
    reminders_stopped_at: Date | null
    locale: 'en' | 'fr' | 'es' | 'de' | 'nl' | 'pt' | 'it' | 'uk' | null
    guests_without_reminders: Generated<string[]>
    time_notation: '12h' | '24h' | null
    imported: Generated<boolean>
    former_links: Generated<string[]>
    payment: string | null
  }
  jobs: {
    id: Generated<number>
    organization_id: string
    kind: string
    lane: string
    subject_id: string
    run_at: Date
    attempts: Generated<number>
    lease: string | null
    leased_until: Date | null
    created_at: Date
    crashes: Generated<number>
    set_aside_at: Date | null
  }
  mails: {
    id: string
    organization_id: string
    kind:
      | 'booked'
      | 'moved'
      | 'canceled'
      | 'reminder'
      | 'invitation'
      | 'password_reset'
      | 'email_change'
      | 'webhook_disabled'
      | 'calendar_lost'
      | 'calendar_changed'
      | 'link_missing'
      | 'message'
      | 'waiting_list'
      | 'account_lost'
      | 'sign_in_linked'
      | 'booking_request'
    recipient: string | null
    persons: Buffer[]
    letter: string | null
    subject: string | null
    body: string | null
    sender: string | null
    invitee_id: string | null
    scheduled_event_id: string | null
    event_type_id: string | null
    status: 'pending' | 'sent' | 'failed' | 'expired' | 'erased'
    attempts: Generated<number>
    outcome: string | null
    first_failed_at: Date | null
    sent_at: Date | null
    expires_at: Date | null
    created_at: Date
    membership_id: string | null
    lacks_link: boolean | null
    rule_id: string | null
  }
  message_rules: {
    organization_id: string
    id: string
    event_type_ids: string[] | null
    trigger: 'booked' | 'rescheduled' | 'canceled' | 'no_show' | 'before' | 'after' | 'requested' | 'decided'
    offset_minutes: number | null
    audience: 'invitee' | 'hosts'
    channel: string
    texts: string
    active_since: Date | null
    created_by: string | null
    created_at: Date
    updated_at: Date
  }
  oauth_clients: {
    id: string
    kind: 'app' | 'dynamic' | 'document'
    document_url: string | null
    document_expires_at: Date | null
    name: string
    secret_hash: Buffer | null
    webhook_key: Buffer | null
    redirect_uris: string[]
    scopes: string[]
    is_legacy: Generated<boolean>
    requires_pkce: Generated<boolean>
    owner_organization_id: string | null
    owner_membership_id: string | null
    created_at: Date
    updated_at: Date
    deleted_at: Date | null
  }
  oauth_grants: {
    id: string
    organization_id: string
    membership_id: string
    client_id: string
    audience: 'rest' | 'mcp'
    scopes: string[]
    created_at: Date
    revoked_at: Date | null
  }
  organization_invitations: {
    id: string
    organization_id: string
    email: string
    status: 'pending' | 'accepted' | 'declined'
    code_hash: Buffer
    invited_by: string
    membership_id: string | null
    created_at: Date
    updated_at: Date
    last_sent_at: Date | null
  }
  organization_memberships: {
    id: string
    organization_id: string
    user_id: string
    role: 'owner' | 'admin' | 'user'
    created_at: Date
    updated_at: Date
    ended_at: Date | null
    former_name: string | null
    former_email: string | null
    former_slug: string | null
  }
  organizations: {
    id: string
    name: string
    plan: Generated<'basic' | 'essentials' | 'standard' | 'professional' | 'teams' | 'enterprise'>
    stage: Generated<'trial' | 'active'>
    created_at: Date
    updated_at: Date
    logo_url: string | null
    brand_color: string | null
    members_create_event_types: Generated<boolean>
    members_change_hours: Generated<boolean>
    members_connect_calendars: Generated<boolean>
    bot_protection: Generated<'automatic' | 'on' | 'off'>
    blocked_addresses: Generated<string[]>
  }
  payment_refunds: {
    organization_id: string
    id: string
    payment_id: string
    amount_minor: number
    reason: 'host_canceled' | 'invitee_canceled' | 'by_hand' | 'too_late'
    state: 'waiting' | 'done' | 'failed'
    tried_at: Date | null
    fault: string | null
    created_at: Date
    updated_at: Date
  }
  payments: {
    organization_id: string
    id: string
    request_id: string
    invitee_id: string | null
    account_id: string | null
    service: 'stripe' | 'paypal' | 'webhook'
    amount_minor: number
    currency: string
    terms: string | null
    refund_hours: number | null
    description: string
    state: 'open' | 'booked' | 'returned' | 'over'
    session: Buffer | null
    expires_at: Date
    external_id: string | null
    paid_at: Date | null
    refunded_minor: Generated<number>
    fault: string | null
    created_at: Date
    updated_at: Date
  }
  pictures: {
    organization_id: string
    digest: string
    membership_id: string | null
    media_type: 'image/png' | 'image/jpeg' | 'image/webp'
    content: Buffer
    created_at: Date
  }
  provider_accounts: {
    organization_id: string
    id: string
    membership_id: string | null
    service: 'zoom' | 'zoom_server' | 'webex' | 'webhook' | 'stripe' | 'paypal'
    kind:
      | 'google_conference'
      | 'gotomeeting_conference'
      | 'microsoft_teams_conference'
      | 'webex_conference'
      | 'zoom_conference'
      | 'stripe'
      | 'paypal'
      | 'webhook'
    account: string
    credentials: Buffer
    tokens: Buffer | null
    refreshing_until: Date | null
    fault: string | null
    is_lost: Generated<boolean>
    lost_at: Date | null
    notified_at: Date | null
    created_at: Date
    updated_at: Date
    purpose: 'conference' | 'payment'
  }
  rate_windows: {
    key: string
    used: number
    ends_at: Date
  }
  refresh_tokens: {
    hash: Buffer
    organization_id: string
    grant_id: string
    client_id: string
    created_at: Date
    spent_at: Date | null
  }
  reminders: {
    id: string
    organization_id: string
    invitee_id: string
    due_at: Date
    created_at: Date
  }
  routing_form_submissions: {
    id: string
    organization_id: string
    routing_form_id: string
    person: Buffer | null
    sent_key: Buffer
    answers: string
    tracking: string
    result: string
    created_at: Date
    updated_at: Date
  }
  routing_forms: {
    id: string
    organization_id: string
    name: string
    status: 'draft' | 'published'
    questions: string
    rules: string
    fallback: string
    created_at: Date
    updated_at: Date
    deleted_at: Date | null
  }
  scheduled_event_hosts: {
    organization_id: string
    scheduled_event_id: string
    membership_id: string
    position: number
    starts_at: Date
    created_at: Date
  }
  scheduled_events: {
    id: string
    organization_id: string
    event_type_id: string
    name: string
    status: 'active' | 'canceled'
    starts_at: Date
    ends_at: Date
    buffered_from: Date
    buffered_to: Date
    location: string | null
    is_joinable: boolean
    seats: number
    invitees_total: number
    invitees_active: number
    meeting_notes_plain: string | null
    meeting_notes_html: string | null
    canceled_by: string | null
    cancel_reason: string | null
    canceler_type: 'host' | 'invitee' | null
    canceled_at: Date | null
    created_at: Date
    updated_at: Date
    calendar_event: string | null
    imported: Generated<boolean>
    collides: Generated<boolean>
    calendar_uid: string | null
    calendar_sequence: Generated<number>
    location_changes: Generated<number>
  }
  scheduled_messages: {
    organization_id: string
    id: string
    rule_id: string
    invitee_id: string | null
    request_id: string | null
    due_at: Date
    created_at: Date
  }
  sessions: {
    id: string
    user_id: string
    hash: Buffer
    awaits_code: boolean
    device: string
    created_at: Date
    last_seen_at: Date
    expires_at: Date
    identity_id: string | null
    provider_session: string | null
    id_token: Buffer | null
  }
  taken_spans: {
    organization_id: string
    membership_id: string
    span: string
    starts_at: Date
    ends_at: Date
    kind: 'meeting' | 'reserved'
    scheduled_event_id: string | null
    event_type_id: string | null
    seats_taken: Generated<number>
    held_until: Date | null
  }
  team_memberships: {
    organization_id: string
    team_id: string
    membership_id: string
    created_at: Date
  }
  teams: {
    id: string
    organization_id: string
    name: string
    slug: string
    created_at: Date
    updated_at: Date
  }
  tokens: {
    id: string
    organization_id: string
    membership_id: string
    name: string
    hash: Buffer
    hint: string
    scopes: string[]
    created_at: Date
    expires_at: Date | null
    revoked_at: Date | null
    audience: Generated<'rest' | 'mcp'>
    client_id: string | null
    grant_id: string | null
  }
  users: {
    id: string
    name: string
    email: string
    slug: string
    timezone: string
    time_notation: Generated<'12h' | '24h'>
    locale: Generated<'en' | 'fr' | 'es' | 'de' | 'nl' | 'pt' | 'it' | 'uk' | 'ps'>
    avatar_url: string | null
    password_hash: string | null
    created_at: Date
    updated_at: Date
    totp_secret: Buffer | null
    totp_confirmed_at: Date | null
    totp_last_step: number | null
    recovery_hashes: Generated<string[]>
    awaits_welcome: Generated<boolean>
    unwanted_mails: Generated<string[]>
    unproven: Generated<boolean>
  }
  waiting_list_entries: {
    organization_id: string
    id: string
    event_type_id: string
    state: 'unconfirmed' | 'waiting' | 'booked' | 'left'
    booking: string
    person: Buffer
    email: string
    name: string
    timezone: string
    wanted_from: Date
    wanted_until: Date
    source: Buffer | null
    created_at: Date
    updated_at: Date
  }
  webhook_deliveries: {
    id: string
    organization_id: string
    subscription_id: string
    fact_id: string
    event: string
    body: string | null
    person: Buffer | null
    status: 'pending' | 'delivered' | 'failed' | 'erased'
    attempts: Generated<number>
    outcome: string | null
    first_failed_at: Date | null
    attempted_at: Date | null
    created_at: Date
    awaits: string | null
  }
  webhook_subscriptions: {
    id: string
    organization_id: string
    url: string
    url_hash: Buffer
    events: string[]
    scope: 'organization' | 'user' | 'group'
    membership_id: string | null
    group_id: string | null
    creator_id: string
    client_id: string | null
    signing_key: Buffer | null
    state: 'active' | 'disabled'
    retry_started_at: Date | null
    created_at: Date
    updated_at: Date
    deleted_at: Date | null
  }
}
