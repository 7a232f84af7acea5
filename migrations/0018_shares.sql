-- Shares are a resource: they can be listed, changed and deleted.

-- A deleted share is kept: facts name it. Its link opens nothing.
alter table booking_links add column deleted_at timestamptz(3);

-- The notice that a share asks for is one of its terms.
update booking_links set terms = booking_links.terms || jsonb_build_object('minimumNotice', event_types.minimum_notice)
from event_types
where event_types.organization_id = booking_links.organization_id and event_types.id = booking_links.event_type_id and booking_links.terms is not null;

create index booking_links_shares on booking_links (organization_id, created_at, id) where terms is not null and deleted_at is null;
