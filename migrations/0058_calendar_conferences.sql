-- Hosts whose meetings are written into a calendar at Google or Microsoft get a conference with each entry.

insert into conference_links (organization_id, membership_id, kind, source, url, created_at, updated_at)
select distinct calendar.organization_id, calendar.membership_id,
  case connection.server when 'www.googleapis.com' then 'google_conference' else 'microsoft_teams_conference' end,
  'calendar', null::text, connection.created_at, connection.created_at
from calendars as calendar
join calendar_connections as connection on connection.organization_id = calendar.organization_id and connection.id = calendar.connection_id
where calendar.takes_meetings and connection.server in ('www.googleapis.com', 'graph.microsoft.com')
on conflict do nothing;
