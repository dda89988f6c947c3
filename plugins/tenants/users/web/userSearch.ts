import type { PaletteFind } from '#core/web/plugin.ts'
import { usersApi } from './client.ts'
import { addressOf, fullName } from './userLabels.ts'

/** More are on the page that each of them leads to. */
const MAX_SHOWN = 5

export const findUsers: PaletteFind = async (text, signal) => {
  const { users } = await usersApi.searchUsers.call({ query: { searchTerm: text, limit: MAX_SHOWN } }, signal)
  return users.map((user) => ({
    id: user.id,
    label: fullName(user),
    description: [addressOf(user), user.tenantName].filter(Boolean).join(', '),
    perform: ({ router }): Promise<void> => router.navigate({ to: '/users', search: { search: addressOf(user) } }),
  }))
}
