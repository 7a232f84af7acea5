export interface Team {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  readonly slug: string
}
