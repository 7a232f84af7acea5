-- Whoever booked may say that they want no more reminders. It holds for the meeting they move to as well.
alter table invitees add column reminders_stopped_at timestamptz(3);
