import { useState } from 'react'
import { useFoundOptions } from '#core/web/foundOptions.ts'
import { useUser } from '#core/web/session.ts'
import { ComboBox } from '#core/web/ui/fields/ComboBox.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { peopleApi } from '../../../base/people/web/client.ts'
import { PersonalData, exportContents } from './PersonalData.tsx'

/** Exports one person's data at their request. A student's export is on the student's page. */
export function PersonSection() {
  const [userId, setUserId] = useState<string | null>(null)
  const isPlatformStaff = useUser().role === 'superadmin'
  const { comboBox } = useFoundOptions(
    (search) => peopleApi.listPeople.page({ query: { search, limit: 20 } }),
    ({ id, firstName, lastName, email }) => ({
      id,
      label: `${firstName} ${lastName}`,
      description: email ?? 'No email address',
    }),
  )
  if (isPlatformStaff) return null
  return (
    <Card
      title="One person’s data"
      help={`For a guardian or staff member who asks for it. ${exportContents} A student’s is on the student’s page.`}
    >
      <Stack>
        <ComboBox
          {...comboBox}
          label="Person"
          placeholder="Search by name or email"
          emptyText="No people found"
          value={userId}
          onChange={setUserId}
        />
        {userId !== null && <PersonalData key={userId} subject={{ userId }} label="Export data" />}
      </Stack>
    </Card>
  )
}
