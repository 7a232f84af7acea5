-- Times at which a host is busy by a calendar of their own. They come from outside, may overlap each other, and are no meetings of ours:
-- so they are not rows of taken_spans, whose constraint forbids overlaps.
create table busy_spans (
  organization_id uuid not null references organizations (id),
  membership_id   uuid not null,
  -- No calendar's for a span of the kind unknown.
  calendar_id     uuid not null,
  -- Which event of the calendar it comes from.
  item_key        text not null,
  -- Unknown is the time that the calendars of a host say nothing of: nobody is free by accident.
  kind            text not null default 'external' check (kind in ('external', 'unknown')),
  span            tstzrange not null,
  primary key (organization_id, membership_id, calendar_id, item_key, span),
  foreign key (organization_id, membership_id) references organization_memberships (organization_id, id)
);

create index busy_spans_by_time on busy_spans using gist (organization_id, membership_id, span);

-- Everything that keeps a host from a meeting, whatever its source.
create view unavailable_spans as
  select organization_id, membership_id, span, starts_at, ends_at, kind, scheduled_event_id, event_type_id, seats_taken from taken_spans
  union all
  select organization_id, membership_id, span, lower(span)::timestamptz(3), upper(span)::timestamptz(3), kind, null::uuid, null::uuid, 1 from busy_spans;
