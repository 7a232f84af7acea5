import { z } from 'zod'
import { says } from '#contract/reasons.ts'
import { latinFromCyrillic } from './cyrillic.ts'

/**
 * The first path segments of our own addresses, now and planned: nobody can have these as a slug. On a single host the
 * API, the sign-in, the console and the booking pages share one name space. A test compares this list with the router.
 */
export const reservedSlugs: ReadonlySet<string> = new Set([
  ...[
    'users',
    'organizations',
    'organization_memberships',
    'organization_invitations',
    'groups',
    'group_relationships',
    'teams',
  ],
  ...[
    'event_types',
    'one_off_event_types',
    'event_type_memberships',
    'event_type_available_times',
    'event_type_availability_schedules',
  ],
  ...['event_type_time_explanations', 'event_type_day_explanations'],
  ...[
    'user_availability_schedules',
    'user_busy_times',
    'calendar_connections',
    'calendars',
    'conference_accounts',
    'locations',
    'scheduling_links',
    'shares',
    'imports',
    'scheduled_events',
    'invitees',
    'invitee_no_shows',
  ],
  ...[
    'routing_forms',
    'routing_form_submissions',
    'webhook_subscriptions',
    'sample_webhook_data',
    'activity_log_entries',
    'data_compliance',
  ],
  ...[
    'outgoing_communications',
    'contacts',
    'meeting_recaps',
    'oauth',
    'mcp',
    'docs',
    'openapi.json',
    'health',
    'metrics',
    'assets',
    'pictures',
    'app',
    'api',
  ],
  ...[
    'login',
    'logout',
    'password',
    'account',
    'email',
    'invitations',
    'meeting_links',
    'cancellations',
    'reschedulings',
    'requests',
    'waiting',
    'booking_requests',
    'waiting_list_entries',
    'message_rules',
    'payment_accounts',
    'payments',
    'decisions',
    'booking',
    'reschedule',
    'notification_subscriptions',
    'forms',
    'team',
    'org',
    'd',
    's',
  ],
  ...['.well-known', 'favicon.ico', 'robots.txt'],
  ...['admin', 'settings', 'help', 'about', 'static', 'embed', 'www', 'me'],
])

const maxLength = 60

/** A part of an address, as somebody chooses it. */
export const slugText = z
  .string()
  .trim()
  .toLowerCase()
  .max(maxLength)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, says('slug_format'))

/** The slug of a user's page, as they choose it. */
export const userSlug = slugText.refine((slug) => !reservedSlugs.has(slug), says('reserved'))

/** Latin letters that Unicode does not decompose into a plain one and a mark. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
}

/** `José Søndergaard` → `jose-sondergaard`. Empty when the name has no usable character. */
export const slugFrom = (name: string): string =>
  latinFromCyrillic(name.toLowerCase())
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[\u0080-\uffff]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replace(/^-+|-+$/g, '')

/** Where the search for a free slug begins. The fallback is for names without a usable character. */
export const baseSlug = (name: string, fallback: string): string => slugFrom(name) || fallback

/** The base itself, or with the first free number appended. `taken` are the slugs with the same beginning. */
export const freeSlug = (base: string, taken: ReadonlySet<string>): string => {
  const isFree = (slug: string): boolean => !taken.has(slug) && !reservedSlugs.has(slug)
  if (isFree(base)) return base
  for (let number = 2; ; number += 1) {
    const slug = `${base}-${number}`
    if (isFree(slug)) return slug
  }
}
