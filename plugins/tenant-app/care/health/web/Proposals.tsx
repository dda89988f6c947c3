import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Badge, type BadgeTone } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Facts } from '#core/web/ui/display/Facts.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import type { Proposal } from '../contract.ts'
import { DeclineDialog } from './DeclineDialog.tsx'
import * as styles from './Health.css.ts'
import { healthApi } from './client.ts'
import { partNames } from './healthLabels.ts'
import { differencesOf } from './proposalLabels.ts'
import { healthReads, type OpenedHealth } from './useOpenedHealth.ts'

/** Lists guardians' proposals: for staff to answer, for a guardian with the answers. */
export function Proposals({ health }: { health: OpenedHealth }) {
  const { proposals } = health.record
  if (proposals.length === 0) return null
  return (
    <Card title={health.may === 'propose' ? 'Your proposals' : 'Guardians propose'} level={3}>
      <ul className={styles.list}>
        {proposals.map((proposal) => (
          <ProposalItem key={proposal.id} health={health} proposal={proposal} />
        ))}
      </ul>
    </Card>
  )
}

const statuses: Record<Proposal['status'], { label: string; tone: BadgeTone }> = {
  pending: { label: 'Waiting', tone: 'amber' },
  approved: { label: 'Approved', tone: 'green' },
  declined: { label: 'Declined', tone: 'red' },
  withdrawn: { label: 'Taken back', tone: 'neutral' },
}

function ProposalItem({ health, proposal }: { health: OpenedHealth; proposal: Proposal }) {
  const zone = useZone()
  const { part, status, proposedByName, createdAt, answer, decidedByName, decidedAt } = proposal
  return (
    <li className={styles.item}>
      <div className={styles.itemHead}>
        <h4 className={styles.name}>{partNames[part]}</h4>
        <Badge tone={statuses[status].tone}>{statuses[status].label}</Badge>
        <span className={styles.quiet}>
          {health.may !== 'propose' && `${proposedByName}, `}
          <DateTime value={createdAt} zone={zone} />
        </span>
      </div>
      <Facts facts={differencesOf(health.record, proposal)} />
      {decidedAt && (
        <p className={styles.quiet}>
          {decidedByName ?? 'Staff'}, <DateTime value={decidedAt} zone={zone} />
          {answer && `: ${answer}`}
        </p>
      )}
      {status === 'pending' && health.may !== 'read' && <Answers health={health} proposal={proposal} />}
    </li>
  )
}

function Answers({ health, proposal }: { health: OpenedHealth; proposal: Proposal }) {
  const { studentId, may, reopen } = health
  const [isDeclining, setDeclining] = useState(false)
  const again = { touches: healthReads, onSettled: () => void reopen() }
  const decide = useMutation(healthApi.decideProposal.mutation(again))
  const withdraw = useMutation(healthApi.withdrawProposal.mutation(again))
  const params = { id: studentId, proposalId: proposal.id }
  const error = decide.error ?? withdraw.error
  const of = partNames[proposal.part]
  return (
    <>
      {error && <Banner tone="error">{errorText(error)}</Banner>}
      <div className={styles.row}>
        {may === 'propose' ? (
          <Button
            size="small"
            aria-label={`Take back: ${of}`}
            isPending={withdraw.isPending}
            onPress={() => withdraw.mutate({ params })}
          >
            Take back
          </Button>
        ) : (
          <>
            <Button
              size="small"
              aria-label={`Approve: ${of}`}
              isPending={decide.isPending}
              onPress={() => decide.mutate({ params, body: { isApproved: true } })}
            >
              Approve
            </Button>
            <Button size="small" aria-label={`Decline: ${of}`} onPress={() => setDeclining(true)}>
              Decline
            </Button>
          </>
        )}
      </div>
      <DeclineDialog health={health} proposal={proposal} isOpen={isDeclining} onOpenChange={setDeclining} />
    </>
  )
}
