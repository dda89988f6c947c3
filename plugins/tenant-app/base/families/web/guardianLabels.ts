import type { Guardian } from '../contract.ts'

export const nameOf = ({ firstName, lastName }: Pick<Guardian, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`

type Rights = Pick<Guardian, 'maySee' | 'mayBeTold' | 'mayCollect' | 'livesWithChild'>

export const rightLabels: Record<keyof Rights, { label: string; help: string }> = {
  maySee: { label: 'Can view', help: 'Sessions, scores, health and consents in the parent portal' },
  mayBeTold: { label: 'Gets notifications', help: 'By email' },
  mayCollect: { label: 'Can pick up', help: 'And adds authorized pickups' },
  livesWithChild: { label: 'Lives with child', help: '' },
}

/** Names a guardian's rights: 'Can view, gets notifications'. */
export function rightsText({ maySee, mayBeTold, mayCollect, livesWithChild }: Rights): string {
  const words = [
    maySee ? 'can view' : 'cannot view',
    mayBeTold ? 'gets notifications' : 'no notifications',
    ...(mayCollect ? ['can pick up'] : []),
    ...(livesWithChild ? ['lives with child'] : []),
  ].join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
