-- Guests can stop reminders for themselves. It holds for the meeting they are moved to as well.
alter table invitees add column guests_without_reminders text[] not null default '{}';

-- How the page on which they booked wrote times, which is how mails to them do.
alter table invitees add column time_notation text check (time_notation in ('12h', '24h'));
