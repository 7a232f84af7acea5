-- What could not be read was taken for free before: all calendars are read again from their beginning.

update calendar_items set etag = '';
update calendars set cursor = null, compared_at = null;
