import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Facts } from '#core/web/ui/display/Facts.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { partFields, type CheckedPart, type HealthField, type HealthPart } from '../contract.ts'
import * as styles from './Health.css.ts'
import { PartDialog } from './PartDialog.tsx'
import { healthApi } from './client.ts'
import { fieldNames, partNames } from './healthLabels.ts'
import { healthReads, type OpenedHealth } from './useOpenedHealth.ts'

/** Shows one part of a student's health: its data, when it was checked, and the reader's actions. */
export function PartCard({ health, part }: { health: OpenedHealth; part: HealthPart }) {
  const [isEditing, setEditing] = useState(false)
  const fields = Object.keys(partFields[part]) as HealthField[]
  return (
    <CheckedCard
      health={health}
      part={part}
      act={
        <Button
          size="small"
          aria-label={`${health.may === 'keep' ? 'Edit' : 'Propose a change'}: ${partNames[part]}`}
          onPress={() => setEditing(true)}
        >
          {health.may === 'keep' ? 'Edit' : 'Propose a change'}
        </Button>
      }
    >
      <Known health={health} fields={fields} />
      <PartDialog health={health} part={part} isOpen={isEditing} onOpenChange={setEditing} />
    </CheckedCard>
  )
}

function Known({ health: { record }, fields }: { health: OpenedHealth; fields: readonly HealthField[] }) {
  const known = fields.filter((field) => record[field] !== '')
  const [only] = known
  if (!only) return <p className={styles.quiet}>Not provided.</p>
  if (fields.length === 1) return <p className={styles.words}>{record[only]}</p>
  return (
    <Facts
      facts={known.map((field) => [
        fieldNames[field],
        field.endsWith('Phone') ? (
          <TextLink key={field} href={`tel:${record[field]}`}>
            {record[field]}
          </TextLink>
        ) : (
          record[field]
        ),
      ])}
    />
  )
}

interface CheckedCardProps {
  health: OpenedHealth
  part: CheckedPart
  /** The reader's other action, where there is one. */
  act: React.ReactNode
  children: React.ReactNode
}

/** The frame of a part: when it was checked, and a confirm button for readers who may check. */
export function CheckedCard({ health, part, act, children }: CheckedCardProps) {
  const { studentId, record, may, merge } = health
  const check = useMutation(
    healthApi.checkHealth.mutation({ touches: healthReads, onSuccess: ({ checkedOn }) => merge({ checkedOn }) }),
  )
  const checkedOn = record.checkedOn[part]
  return (
    <Card
      title={partNames[part]}
      level={3}
      help={
        checkedOn ? (
          <>
            Checked on <DateTime value={checkedOn} />
          </>
        ) : (
          'Not checked yet'
        )
      }
    >
      {children}
      {check.error && <Banner tone="error">{errorText(check.error)}</Banner>}
      {may !== 'read' && (
        <div className={styles.row}>
          <Button
            size="small"
            aria-label={`Still right: ${partNames[part]}`}
            isPending={check.isPending}
            onPress={() => check.mutate({ params: { id: studentId }, body: { parts: [part] } })}
          >
            Still right
          </Button>
          {act}
        </div>
      )}
    </Card>
  )
}
