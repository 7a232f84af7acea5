import { z } from 'zod'

/** Where an invitee came from: campaign parameters, and their id in a CRM. */
export type Tracking = Readonly<Record<Exclude<TrackingName, 'salesforce_uuid'>, string | null>>

export const noTracking: Tracking = {
  utm_campaign: null,
  utm_source: null,
  utm_medium: null,
  utm_content: null,
  utm_term: null,
  crm_uuid: null,
}

/**
 * In the order in which they are shown. `salesforce_uuid` is the older name of `crm_uuid`: both are accepted, and both
 * are shown.
 */
export const trackingNames = [
  'utm_campaign',
  'utm_source',
  'utm_medium',
  'utm_content',
  'utm_term',
  'salesforce_uuid',
  'crm_uuid',
] as const

type TrackingName = (typeof trackingNames)[number]

/** An object with this field under each of the names. */
export const trackingFields = <Field extends z.ZodType>(field: Field) =>
  z.object(Object.fromEntries(trackingNames.map((name) => [name, field])) as Record<TrackingName, Field>)

export const TrackingResource = trackingFields(z.string().nullable())

export const toTrackingResource = ({ crm_uuid, ...campaign }: Tracking): z.output<typeof TrackingResource> => ({
  ...campaign,
  salesforce_uuid: crm_uuid,
  crm_uuid,
})

export const trackingFrom = (sent: { readonly [Name in TrackingName]?: string | null | undefined }): Tracking => ({
  utm_campaign: sent.utm_campaign ?? null,
  utm_source: sent.utm_source ?? null,
  utm_medium: sent.utm_medium ?? null,
  utm_content: sent.utm_content ?? null,
  utm_term: sent.utm_term ?? null,
  crm_uuid: sent.crm_uuid ?? sent.salesforce_uuid ?? null,
})
