-- What holds of everything that is booked, whatever was killed and whatever raced. A row for each thing that is not so:
-- which invariant, what is wrong in words, whose, and the id of the row it is about. No row: all is well.

with held as (
  select event.organization_id, event.id, event.event_type_id, holding.membership_id, event.starts_at, event.ends_at, event.buffered_from, event.buffered_to,
    event.invitees_active, event.collides
  from scheduled_events as event
  join scheduled_event_hosts as holding on holding.organization_id = event.organization_id and holding.scheduled_event_id = event.id
  where event.status = 'active'
),
in_order as (
  select held.*, max(buffered_to) over (partition by membership_id order by buffered_from, id rows between unbounded preceding and 1 preceding) as taken_until
  from held where not collides
),
-- What facts tell of invitees: each line is one change of one of them. Their address ends with their id. Of meetings that were
-- deleted on request nothing is told any more.
told as (
  select organization_id, id, right(subject -> 'invitee' ->> 'uri', 36) as invitee_id, 'began' as what
  from facts where name in ('invitee.created', 'invitee.rescheduled') and not subject ?| array['deleted', 'new_deleted']
  union all
  select organization_id, id, right(subject -> 'invitee' ->> 'uri', 36), 'canceled' from facts where name = 'invitee.canceled' and not subject ? 'deleted'
  union all
  select organization_id, id, right(subject -> 'old_invitee' ->> 'uri', 36), 'canceled' from facts where name = 'invitee.rescheduled' and not subject ?| array['deleted', 'old_deleted']
  union all
  select organization_id, facts.id, invitee_id, 'canceled' from facts, jsonb_array_elements_text(subject -> 'invitees') as invitee_id where name = 'scheduled_event.canceled'
  union all
  select organization_id, id, right(subject -> 'invitee' ->> 'uri', 36), 'marked' from facts where name = 'invitee_no_show.created' and not subject ? 'deleted'
  union all
  select organization_id, id, right(subject -> 'invitee' ->> 'uri', 36), 'unmarked' from facts where name = 'invitee_no_show.deleted' and not subject ? 'deleted'
),
counted as (
  select organization_id, invitee_id,
    count(*) filter (where what = 'began') as began, count(*) filter (where what = 'canceled') as canceled,
    count(*) filter (where what = 'marked') - count(*) filter (where what = 'unmarked') as marked
  from told group by organization_id, invitee_id
),
moved as (
  with recursive chain as (
    select organization_id, id, new_invitee_id from invitees where old_invitee_id is null and new_invitee_id is not null
    union all
    select next.organization_id, next.id, next.new_invitee_id from chain
    join invitees as next on next.organization_id = chain.organization_id and next.id = chain.new_invitee_id
  ) select organization_id, id from chain
),
broken as (
  select 'I1' as invariant, 'two active meetings of one host overlap, buffers included' as what, organization_id, id from in_order where buffered_from < taken_until
  union all
  select 'I1', 'the time of a host is not taken as their active meeting has it',
    coalesce(held.organization_id, taken.organization_id), coalesce(held.id, taken.scheduled_event_id)
  from (select * from held where not collides) as held full join (select * from taken_spans where kind = 'meeting') as taken
    on taken.organization_id = held.organization_id and taken.scheduled_event_id = held.id and taken.membership_id = held.membership_id
  where held.id is null or taken.scheduled_event_id is null or taken.span <> tstzrange(held.buffered_from, held.buffered_to)
    or taken.starts_at <> held.starts_at or taken.ends_at <> held.ends_at or taken.event_type_id <> held.event_type_id or taken.seats_taken <> held.invitees_active
  union all
  select 'I1', 'a host is not busy while an imported meeting of theirs takes place that overlaps another', held.organization_id, held.id
  from held
  where held.collides and not exists (
    select from busy_spans as busy
    where busy.organization_id = held.organization_id and busy.membership_id = held.membership_id and busy.item_key = held.id::text
      and busy.span = tstzrange(held.buffered_from, held.buffered_to)
  )
  union all
  select 'I1', 'a host is busy by an imported meeting that they do not hold', busy.organization_id, busy.item_key::uuid
  from busy_spans as busy
  where busy.calendar_id = '00000000-0000-0000-0000-000000000001' and not exists (
    select from held where held.organization_id = busy.organization_id and held.membership_id = busy.membership_id and held.id::text = busy.item_key and held.collides
  )
  union all
  select 'I1', 'nobody holds the meeting', event.organization_id, event.id from scheduled_events as event
  where not exists (select from scheduled_event_hosts as holding where holding.organization_id = event.organization_id and holding.scheduled_event_id = event.id)

  union all
  select 'I2', 'invitees are not as many as the meeting says, or more than it has seats', event.organization_id, event.id
  from scheduled_events as event
  left join (
    select organization_id, scheduled_event_id, count(*) as total, count(*) filter (where status = 'active') as active
    from invitees group by organization_id, scheduled_event_id
  ) as there on there.organization_id = event.organization_id and there.scheduled_event_id = event.id
  where coalesce(there.active, 0) <> event.invitees_active or coalesce(there.total, 0) <> event.invitees_total or event.invitees_active > event.seats
    or (event.status = 'active') <> (event.invitees_active > 0)
  union all
  select 'I2', 'a host of a round robin holds another number of its meetings than is counted', host.organization_id, host.id
  from event_type_hosts as host
  join event_types as type on type.organization_id = host.organization_id and type.id = host.event_type_id and type.pooling_type = 'round_robin'
  where host.assigned <> (
    select count(*) from held
    where held.organization_id = host.organization_id and held.event_type_id = host.event_type_id and held.membership_id = host.membership_id
  )

  union all
  select 'I3', 'a time of a group type has two active meetings', organization_id, event_type_id from scheduled_events
  where status = 'active' and is_joinable group by organization_id, event_type_id, starts_at having count(*) > 1

  union all
  select 'I4', 'an invitee whose changes are not told by one fact each', invitee.organization_id, invitee.id
  from invitees as invitee
  left join counted on counted.organization_id = invitee.organization_id and counted.invitee_id = invitee.id::text
  where not invitee.imported and (coalesce(counted.began, 0) <> 1 or coalesce(counted.canceled, 0) <> (invitee.status = 'canceled')::integer
    or coalesce(counted.marked, 0) <> (invitee.no_show_id is not null)::integer)

  union all
  select 'I5', 'a fact about an invitee who is not there', told.organization_id, told.id from told
  where not exists (select from invitees as invitee where invitee.organization_id = told.organization_id and invitee.id::text = told.invitee_id)
  union all
  select 'I5', 'a fact about a cancellation that is not so', facts.organization_id, facts.id from facts
  where name = 'scheduled_event.canceled' and not subject ? 'deleted' and not exists (
    select from scheduled_events as event
    where event.organization_id = facts.organization_id and event.id::text = right(facts.subject -> 'scheduled_event' ->> 'uri', 36) and event.status = 'canceled'
  )

  union all
  select 'I6', 'somebody who moved still comes at the old time, or at none, or at two', old.organization_id, old.id
  from invitees as old
  left join invitees as new on new.organization_id = old.organization_id and new.id = old.new_invitee_id
  where old.new_invitee_id is not null and (new.id is null or new.old_invitee_id is distinct from old.id or old.status <> 'canceled')
  union all
  select 'I6', 'somebody came from a time that does not know of it', new.organization_id, new.id
  from invitees as new
  left join invitees as old on old.organization_id = new.organization_id and old.id = new.old_invitee_id
  where new.old_invitee_id is not null and old.new_invitee_id is distinct from new.id
  union all
  select 'I6', 'somebody moved in a circle', invitee.organization_id, invitee.id from invitees as invitee
  where invitee.old_invitee_id is not null and not exists (select from moved where moved.organization_id = invitee.organization_id and moved.id = invitee.id)

  union all
  select 'I7', 'a link was booked through more than once, or without being spent', link.organization_id, link.id from booking_links as link
  where (select count(*) from invitees where invitees.organization_id = link.organization_id and invitees.link_id = link.id and invitees.old_invitee_id is null)
    <> (link.used_at is not null)::integer
    and not (link.used_at is not null and exists (select from data_deletions as asked where asked.organization_id = link.organization_id and asked.kind = 'events'))
  union all
  select 'I9', 'a request that is open keeps no time, or less than its hosts have', request.organization_id, request.id
  from booking_requests as request
  where request.state = 'open' and request.expires_at > now() and not exists (
    select from held_seats as seat
    where seat.organization_id = request.organization_id and seat.request_id = request.id and seat.held_until >= request.expires_at - interval '1 second'
  ) and (
    select count(*) from taken_spans as span
    where span.organization_id = request.organization_id and span.scheduled_event_id = request.scheduled_event_id and span.kind = 'reserved'
      and span.held_until >= request.expires_at - interval '1 second'
  ) <> cardinality(request.hosts)
  union all
  select 'I9', 'time is kept for no open request', span.organization_id, span.scheduled_event_id from taken_spans as span
  where span.kind = 'reserved' and span.held_until > now() and not exists (
    select from booking_requests as request
    where request.organization_id = span.organization_id and request.scheduled_event_id = span.scheduled_event_id and request.state = 'open'
  )
  union all
  select 'I9', 'a seat is held for no open request', seat.organization_id, seat.request_id from held_seats as seat
  where seat.held_until > now() and not exists (
    select from booking_requests as request
    where request.organization_id = seat.organization_id and request.id = seat.request_id and request.state = 'open'
  )
  union all
  select 'I9', 'a seat is held where no time is kept', seat.organization_id, seat.request_id from held_seats as seat
  where seat.held_until > now() and not exists (
    select from taken_spans as span
    where span.organization_id = seat.organization_id and span.scheduled_event_id = seat.scheduled_event_id and span.held_until >= seat.held_until
  )
  union all
  select 'I9', 'a request is confirmed and not booked, or booked and not confirmed', request.organization_id, request.id
  from booking_requests as request
  left join invitees as invitee on invitee.organization_id = request.organization_id and invitee.id = request.id
  where (request.state = 'confirmed') <> (invitee.id is not null)

  union all
  select 'I7', 'a one-off type was booked more than once', type.organization_id, type.id from event_types as type
  where type.type = 'AdhocEventType' and 1 < (
    select count(*) from scheduled_events as event
    join invitees on invitees.organization_id = event.organization_id and invitees.scheduled_event_id = event.id and invitees.old_invitee_id is null
    where event.organization_id = type.organization_id and event.event_type_id = type.id
  )

  union all
  select 'I8', child.what || ' is of another organization than what it belongs to', child.organization_id, child.id
  from (
    select 'a meeting' as what, organization_id, id, exists (
      select from event_types as parent where parent.organization_id = child.organization_id and parent.id = child.event_type_id) as is_own from scheduled_events as child
    union all
    select 'a host of a meeting', organization_id, scheduled_event_id,
      exists (select from organization_memberships as parent where parent.organization_id = child.organization_id and parent.id = child.membership_id)
      and exists (select from scheduled_events as parent where parent.organization_id = child.organization_id and parent.id = child.scheduled_event_id)
    from scheduled_event_hosts as child
    union all
    select 'an invitee', organization_id, id,
      exists (select from scheduled_events as parent where parent.organization_id = child.organization_id and parent.id = child.scheduled_event_id)
      and (link_id is null or exists (select from booking_links as parent where parent.organization_id = child.organization_id and parent.id = child.link_id))
    from invitees as child
    union all
    select 'taken time', organization_id, scheduled_event_id,
      exists (select from organization_memberships as parent where parent.organization_id = child.organization_id and parent.id = child.membership_id)
      and (scheduled_event_id is null or kind = 'reserved'
        or exists (select from scheduled_events as parent where parent.organization_id = child.organization_id and parent.id = child.scheduled_event_id))
    from taken_spans as child
    union all
    select 'a link', organization_id, id, exists (
      select from event_types as parent where parent.organization_id = child.organization_id and parent.id = child.event_type_id) from booking_links as child
    union all
    select 'a host of a type', organization_id, id,
      exists (select from organization_memberships as parent where parent.organization_id = child.organization_id and parent.id = child.membership_id)
      and exists (select from event_types as parent where parent.organization_id = child.organization_id and parent.id = child.event_type_id)
    from event_type_hosts as child
    union all
    select 'a fact', organization_id, id, actor_id is null or exists (
      select from organization_memberships as parent where parent.organization_id = child.organization_id and parent.id = child.actor_id) from facts as child
  ) as child where not child.is_own
)
select invariant, what, organization_id, id from broken
