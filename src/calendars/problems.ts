import { problemKind } from '#contract/problem.ts'

export const alreadyConnected = problemKind(409, 'already_connected', 'Already Exists', 'This calendar account is connected already')
