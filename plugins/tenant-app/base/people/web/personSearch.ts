import { roleNames } from '#core/contract/roles.ts'
import type { PaletteFind } from '#core/web/plugin.ts'
import { peopleApi } from './client.ts'
import { nameOf } from './personLabels.ts'

/** More are on the page of people. */
const MAX_SHOWN = 5

export const findPeople: PaletteFind = async (text, signal) => {
  const people = await peopleApi.listPeople.call({ query: { search: text, limit: MAX_SHOWN } }, signal)
  return people.map((person) => ({
    id: person.id,
    label: nameOf(person),
    description: [roleNames[person.role], person.email].filter(Boolean).join(', '),
    perform: ({ router }): Promise<void> =>
      router.navigate({ to: '/org-settings', search: { tab: 'people', search: person.email ?? person.username } }),
  }))
}
