import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { Select } from '#core/web/ui/fields/Select.tsx'
import { Disclosure } from '#core/web/ui/layout/Disclosure.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import type { Door } from '../contract.ts'
import { doorApi } from './client.ts'
import * as styles from './door.css.ts'

/** Makes a PIN that works once for an adult who has forgotten theirs. */
export function PickupSlipCard({ sessionId, door }: { sessionId: string; door: Door }) {
  return (
    <Card
      title="PIN for the kiosk"
      help="For an adult who has no PIN or has forgotten it. It works once, until midnight."
    >
      <Disclosure label="Make a PIN slip">{() => <SlipForm sessionId={sessionId} door={door} />}</Disclosure>
    </Card>
  )
}

function SlipForm({ sessionId, door }: { sessionId: string; door: Door }) {
  const [studentId, setStudent] = useState('')
  const [personId, setPerson] = useState('')
  const make = useMutation(doorApi.makePickupSlip.mutation())
  const people = door.children.find((child) => child.studentId === studentId)?.allowed ?? []
  const code = make.data?.code
  const choose = (id: string) => {
    setStudent(id)
    setPerson('')
    make.reset()
  }
  return (
    <div className={styles.stack}>
      <Select
        label="Child"
        options={[
          { id: '', label: 'Choose' },
          ...door.children.map((child) => ({ id: child.studentId, label: `${child.firstName} ${child.lastName}` })),
        ]}
        value={studentId}
        onChange={choose}
      />
      <Select
        label="Adult"
        options={[{ id: '', label: 'Choose' }, ...people.map(({ id, name }) => ({ id, label: name }))]}
        value={personId}
        onChange={setPerson}
      />
      {make.error && <Banner tone="error">{errorText(make.error)}</Banner>}
      <Button
        isPending={make.isPending}
        isDisabled={personId === ''}
        onPress={() =>
          make.mutate({
            params: { id: sessionId },
            query: { meeting: door.meeting.id },
            body: { studentId, personId },
          })
        }
      >
        Make PIN
      </Button>
      {code !== undefined && (
        <Banner tone="warn" title={`${code.slice(0, 3)} ${code.slice(3)}`}>
          Shown this once. Hand it to the adult on paper.
        </Banner>
      )}
    </div>
  )
}
