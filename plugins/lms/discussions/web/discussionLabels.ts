import type { HoldReason } from '../moderation-contract.ts'

export const reasonLabels: Record<HoldReason, string> = {
  first: 'First post',
  all: 'Every post is reviewed',
  person: 'Posts by this author are reviewed first',
  phone: 'Phone number',
  email: 'Email address',
  address: 'Address',
  link: 'Link',
  handle: 'Contact on another service',
  reported: 'Reported',
}
