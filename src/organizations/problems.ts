import { problemKind } from '#contract/problem.ts'

export const invalidEmail = problemKind({ code: 'invalid_email', status: 400, title: 'Invalid Email', message: '{email} is an invalid email format' })
export const alreadyMember = problemKind({
  code: 'already_organization_member',
  status: 400,
  title: 'Already Organization Member',
  message: '{email} is already in the organization',
})
export const alreadyInvited = problemKind({
  code: 'already_invited',
  status: 400,
  title: 'Already Invited',
  message: '{email} has already been invited',
})
export const invitationRace = problemKind({
  code: 'race_condition',
  status: 400,
  title: 'Race Condition',
  message: 'A race condition occurred when processing the request.  Please try the request again.',
})
export const invitationAlreadyAccepted = problemKind({
  code: 'invitation_already_accepted',
  status: 400,
  title: 'Invitation Already Accepted',
  message: 'The invitation has already been accepted.',
})
