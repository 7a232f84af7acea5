-- Erasing a person reads the facts of the meetings they were in, not those of every meeting of the organization.
create index facts_of_a_meeting on facts (organization_id, (right(subject #>> '{scheduled_event,uri}', 36)))
  where person is null and name in ('scheduled_event.canceled', 'scheduled_event.notes_changed');
drop index facts_of_meetings;
