import { mount } from '#core/server/http/mount.ts'
import { calendarContract } from '../contract.ts'
import { listCalendar } from './calendar.ts'
import { listFeeds, renewFeed, revokeFeed } from './feeds.ts'
import { serveFeed } from './serve-feed.ts'

export const calendarRoutes = mount(calendarContract, {
  listCalendar,
  listFeeds,
  renewOwnFeed: (scope) => renewFeed(scope, 'me'),
  revokeOwnFeed: (scope) => revokeFeed(scope, 'me'),
  renewOrganizationFeed: (scope) => renewFeed(scope, 'organization'),
  revokeOrganizationFeed: (scope) => revokeFeed(scope, 'organization'),
  readFeed: serveFeed,
})
