import { useState } from 'react'
import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { ShowButton } from '../../../base/ledger/web/ShowButton.tsx'
import type { EmergencyRecord, HealthRecord } from '../contract.ts'
import * as styles from './Health.css.ts'
import { healthApi } from './client.ts'
import { riskLabels } from './healthLabels.ts'

interface ShowHealthProps {
  studentId: string
  /** Name of the student, as in 'Show the health data of Ada King'. */
  name: string
  what: 'health' | 'emergency'
  /** `hasHealth` or `hasEmergency` of the student. */
  isThere: boolean
}

/** Shows a button in a card, and then the data in its place. Each press is a view in the ledger. */
export function ShowHealth({ studentId, name, what, isThere }: ShowHealthProps) {
  const [health, setHealth] = useState<HealthRecord>()
  const [emergency, setEmergency] = useState<EmergencyRecord>()
  const params = { id: studentId }
  if (!isThere) return <span className={styles.quiet}>Not provided</span>
  if (health) return <InShort health={health} />
  if (emergency) return <Emergency emergency={emergency} />
  return what === 'health' ? (
    <ShowButton
      title={`Show the health data of ${name}`}
      size="small"
      onShow={async (body) => setHealth(await healthApi.openHealth.call({ params, body }))}
    />
  ) : (
    <ShowButton
      title={`Show the emergency contact of ${name}`}
      size="small"
      onShow={async (body) => setEmergency(await healthApi.openEmergency.call({ params, body }))}
    />
  )
}

function Emergency({ emergency: { emergencyContact, emergencyPhone } }: { emergency: EmergencyRecord }) {
  return (
    <span className={styles.words}>
      {emergencyContact} {emergencyPhone && <TextLink href={`tel:${emergencyPhone}`}>{emergencyPhone}</TextLink>}
    </span>
  )
}

function InShort({ health: { conditions, medicalNotes, medication } }: { health: HealthRecord }) {
  const present = conditions.filter(({ endedAt }) => endedAt === null)
  const lines = [
    ...present.map(({ name, risk, response }) =>
      [`${name} (${riskLabels[risk].label.toLowerCase()})`, response].filter(Boolean).join(': '),
    ),
    medication && `Medication: ${medication}`,
    medicalNotes,
  ].filter(Boolean)
  return <span className={styles.words}>{lines.join('\n') || 'Doctor and insurance are on the student’s page.'}</span>
}
