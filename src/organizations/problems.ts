import { problemKind } from '#contract/problem.ts'

export const invalidEmail = problemKind(400, 'invalid_email', 'Invalid Email', '{email} is an invalid email format')
export const alreadyMember = problemKind(
  400,
  'already_organization_member',
  'Already Organization Member',
  '{email} is already in the organization',
)
export const alreadyInvited = problemKind(400, 'already_invited', 'Already Invited', '{email} has already been invited')
export const invitationRace = problemKind(
  400,
  'race_condition',
  'Race Condition',
  'A race condition occurred when processing the request.  Please try the request again.',
)
export const invitationAlreadyAccepted = problemKind(
  400,
  'invitation_already_accepted',
  'Invitation Already Accepted',
  'The invitation has already been accepted.',
)
