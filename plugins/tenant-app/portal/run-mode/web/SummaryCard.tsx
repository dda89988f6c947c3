import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { Loaded } from '#core/web/ui/feedback/Loaded.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import * as panel from '#core/web/ui/lists/Panel.css.ts'
import { useZone } from '../../../shared/web/zone.ts'
import { summaryChange, type Summary } from '../contract.ts'
import { runApi } from './client.ts'

const summaryForm = summaryChange.pick({ text: true })

/** Card of the summary of a day: written, changed, and then shared with families. */
export function SummaryCard({ sessionId, meetingId }: { sessionId: string; meetingId: string }) {
  const params = { id: sessionId }
  const summaries = useQuery(runApi.listSummaries({ params }))
  return (
    <Card
      title="Summary for families"
      help="What the students did, in a few sentences. Families read it once you share it."
    >
      <Loaded query={summaries} height={60} isFrameless>
        {(found) => (
          <OneSummary
            sessionId={sessionId}
            meetingId={meetingId}
            summary={found.find((one) => one.meetingId === meetingId)}
          />
        )}
      </Loaded>
    </Card>
  )
}

interface OneSummaryProps {
  sessionId: string
  meetingId: string
  summary: Summary | undefined
}

function OneSummary({ sessionId, meetingId, summary }: OneSummaryProps) {
  const zone = useZone()
  const [isWriting, setWriting] = useState(false)
  const [isSharing, setSharing] = useState(false)
  const { mutateAsync } = useMutation(
    runApi.saveSummary.mutation({ touches: [runApi.listSummaries.key({ params: { id: sessionId } })] }),
  )
  const save = (text: string, isShared: boolean) =>
    mutateAsync({
      params: { id: sessionId, meetingId },
      body: { text, isShared, updatedAt: summary?.updatedAt ?? null },
    })
  return (
    <>
      {summary && <p className={panel.words}>{summary.text}</p>}
      {summary?.sharedAt ? (
        <Banner>
          Shared with families <DateTime value={summary.sharedAt} zone={zone} show="time" />.
        </Banner>
      ) : (
        <>
          <Button size="small" onPress={() => setWriting(true)}>
            {summary ? 'Edit summary' : 'Write summary'}
          </Button>
          {summary && (
            <Button size="small" variant="primary" onPress={() => setSharing(true)}>
              Share with families
            </Button>
          )}
        </>
      )}
      <FormDialog
        title="Summary for families"
        help="Do not name single students: all families of the session read it."
        isOpen={isWriting}
        onOpenChange={setWriting}
        schema={summaryForm}
        defaultValues={{ text: summary?.text ?? '' }}
        save={({ text }) => save(text, false)}
        saved={{ title: 'Summary saved' }}
        submit="Save summary"
      >
        <FormTextField name="text" label="Summary" multiline autoFocus />
      </FormDialog>
      <ConfirmDialog
        title="Share this summary with families?"
        confirmLabel="Share with families"
        isOpen={isSharing}
        onOpenChange={setSharing}
        onConfirm={() => save(summary?.text ?? '', true)}
      >
        Families of all registered students can read it. You can’t change it afterwards.
      </ConfirmDialog>
    </>
  )
}
