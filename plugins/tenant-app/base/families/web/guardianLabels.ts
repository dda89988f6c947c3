import type { Guardian } from '../contract.ts'

export const nameOf = ({ firstName, lastName }: Pick<Guardian, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`

type Rights = Pick<Guardian, 'maySee' | 'mayBeTold' | 'mayCollect' | 'livesWithChild'>

export const rightLabels: Record<keyof Rights, { label: string; help: string }> = {
  maySee: { label: 'May see the child', help: 'In the parent portal: sessions, scores, health, consents' },
  mayBeTold: { label: 'Gets notifications', help: 'By email' },
  mayCollect: { label: 'May collect the child', help: 'And decides who else may' },
  livesWithChild: { label: 'Lives with the child', help: '' },
}

/** Names a guardian's rights: 'Sees the child, is told'. */
export function rightsText({ maySee, mayBeTold, mayCollect, livesWithChild }: Rights): string {
  const words = [
    maySee ? 'sees the child' : 'does not see the child',
    mayBeTold ? 'gets notifications' : 'no notifications',
    ...(mayCollect ? ['can pick up'] : []),
    ...(livesWithChild ? ['lives with the child'] : []),
  ].join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
