import type { User } from '#core/contract/identity.ts'

/** Names the signed-in user as they want to be called. */
export const calledNameOf = ({ calledName, firstName, username }: User): string => calledName ?? (firstName || username)
