import type { HoldReason } from '../moderation-contract.ts'

export const reasonLabels: Record<HoldReason, string> = {
  first: 'First post',
  all: 'Every post is looked at',
  person: 'Posts of this person are held',
  phone: 'Phone number',
  email: 'Email address',
  address: 'Address',
  link: 'Link',
  handle: 'Contact on another service',
  reported: 'Reported',
}
