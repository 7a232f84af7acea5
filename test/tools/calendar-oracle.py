"""Expands recurrence rules and calendars by libraries of others: one JSON question a line, one JSON answer a line."""
import json
import signal
import sys
import zoneinfo
from datetime import datetime, timedelta, timezone

import icalendar
import recurring_ical_events
from dateutil.rrule import rrulestr

EPOCH = datetime(1970, 1, 1)


class TooLong(Exception):
    pass


def too_long(*_):
    raise TooLong()


# By the time on a processor: a busy machine must not make a rule too long.
signal.signal(signal.SIGPROF, too_long)


def rule(asked):
    """Wall-clock times in milliseconds; null when the library needs too long or refuses the rule."""
    begin = EPOCH + timedelta(milliseconds=asked['from'])
    end = EPOCH + timedelta(milliseconds=asked['to'])
    found = []
    for at in rrulestr(asked['rule'], dtstart=EPOCH + timedelta(milliseconds=asked['start'])):
        if at >= end or len(found) >= asked['max']:
            break
        if at >= begin:
            found.append(int((at - EPOCH).total_seconds() * 1000))
    return found


def item(asked):
    """The busy spans of one calendar resource, in milliseconds."""
    zone = zoneinfo.ZoneInfo(asked['zone'])

    def instant(value):
        if not isinstance(value, datetime):
            value = datetime(value.year, value.month, value.day)
        if value.tzinfo is None:
            value = value.replace(tzinfo=zone)
        return int(value.timestamp() * 1000)

    begin = datetime.fromtimestamp(asked['from'] / 1000, timezone.utc).astimezone(zone) - timedelta(days=3)
    end = datetime.fromtimestamp(asked['to'] / 1000, timezone.utc).astimezone(zone) + timedelta(days=3)
    spans = []
    for event in recurring_ical_events.of(icalendar.Calendar.from_ical(asked['text'])).between(begin, end):
        if str(event.get('STATUS', '')).upper() == 'CANCELLED' or str(event.get('TRANSP', '')).upper() == 'TRANSPARENT':
            continue
        start = instant(event['DTSTART'].dt)
        stop = instant(event['DTEND'].dt) if 'DTEND' in event else start
        if start < stop and start < asked['to'] and stop > asked['from']:
            spans.append([start, stop])
    return sorted(spans)


def answer(asked):
    """The signal may come at any moment until the timer is off, also while it is being switched off."""
    try:
        try:
            signal.setitimer(signal.ITIMER_PROF, 0.1 if 'rule' in asked else 5)
            return rule(asked) if 'rule' in asked else item(asked)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    except Exception:
        return None


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
