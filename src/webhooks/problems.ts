import { problemKind } from '#contract/problem.ts'

export const alreadySubscribed = problemKind({ code: 'already_exists', status: 409, title: 'Already Exists', message: 'Hook with this url already exists' })
