import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { download } from '#core/web/download.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Facts } from '#core/web/ui/display/Facts.tsx'
import { Loaded } from '#core/web/ui/feedback/Loaded.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { FormSelect } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import * as panel from '#core/web/ui/lists/Panel.css.ts'
import { Pagination } from '#core/web/ui/lists/Pagination.tsx'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import { concernEntryKinds, newConcernEntry, type Concern, type OpenedConcern } from '../contract.ts'
import { entryKindLabels } from '../labels-contract.ts'
import { concernsApi } from './client.ts'

const route = getRouteApi('/shell/concerns')
const PAGE_SIZE = 25

const kindOptions = concernEntryKinds.map((id) => ({ id, label: entryKindLabels[id] }))

/** Lists concerns for a lead. Opening one is recorded, and the browser stores no text of it. */
export function LeadsConcerns() {
  const zone = useZone()
  const { page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const [read, setRead] = useState<OpenedConcern>()
  const [chronology, setChronology] = useState<{ studentId: string; concerns: Concern[] }>()
  const concerns = useQuery({
    ...concernsApi.listConcerns.page({ query: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  })
  const onError = (error: Error) =>
    notify({ title: 'Not opened', description: errorText(error), tone: 'destructive' as const })
  const open = useMutation(concernsApi.openConcern.mutation({ gcTime: 0, onError, onSuccess: setRead }))
  const openAll = useMutation(
    concernsApi.openChronology.mutation({
      gcTime: 0,
      onError,
      onSuccess: (found, { params }) => setChronology({ studentId: params.id, concerns: found }),
    }),
  )
  return (
    <Card title="Concerns" help="Each reading is recorded, with your name.">
      <Loaded query={concerns} height={200}>
        {({ rows, total = 0 }) => (
          <>
            {rows.length === 0 && <p>No concerns yet.</p>}
            <ul className={panel.list}>
              {rows.map(({ id, number, writtenAt, studentId, studentName, lastEntryAt }) => (
                <li key={id} className={panel.row}>
                  <div className={panel.act}>
                    <span className={panel.name}>{`No. ${number} · ${studentName ?? 'No child named'}`}</span>
                    <span>
                      <Button
                        size="small"
                        aria-label={`Read no. ${number}`}
                        onPress={() => open.mutate({ params: { id } })}
                      >
                        Read
                      </Button>{' '}
                      {studentId !== null && (
                        <Button
                          size="small"
                          aria-label={`Chronology of ${studentName ?? 'the child'}, no. ${number}`}
                          onPress={() => openAll.mutate({ params: { id: studentId } })}
                        >
                          Chronology
                        </Button>
                      )}
                    </span>
                  </div>
                  <span className={panel.details}>
                    <DateTime value={writtenAt} zone={zone} />
                    {lastEntryAt !== null && (
                      <>
                        last entry <DateTime value={lastEntryAt} zone={zone} />
                      </>
                    )}
                  </span>
                </li>
              ))}
            </ul>
            {total > PAGE_SIZE && (
              <Pagination
                page={page}
                pageSize={PAGE_SIZE}
                total={total}
                label="concerns"
                onChange={(next) => void navigate({ search: { page: next }, replace: true })}
              />
            )}
          </>
        )}
      </Loaded>
      {read && (
        <ReadDialog
          concern={read}
          onChanged={() => open.mutate({ params: { id: read.id } })}
          onClose={() => setRead(undefined)}
        />
      )}
      {chronology && <ChronologyDialog {...chronology} onClose={() => setChronology(undefined)} />}
    </Card>
  )
}

function ConcernText({ concern }: { concern: Concern }) {
  const zone = useZone()
  const { writtenByName, writtenAt, studentName, aboutUserName, said, seen, informed, done, entries } = concern
  const words = (text: string) => <span className={panel.words}>{text}</span>
  const facts = [
    ['Child', studentName],
    ['Written by', writtenByName],
    ['About', aboutUserName],
    ['The child’s own words', said],
    ['Seen', seen],
    ['People informed', informed],
    ['Done', done],
  ] as const
  return (
    <>
      <p className={panel.details}>
        <DateTime value={writtenAt} zone={zone} />
      </p>
      <Facts facts={facts.filter(([, text]) => text !== '').map(([name, text]) => [name, words(text)])} />
      <ul className={panel.list}>
        {entries.map(({ id, kind, words: text, reason, writtenByName: by, writtenAt: at }) => (
          <li key={id} className={panel.row}>
            <span className={panel.name}>{entryKindLabels[kind]}</span>
            <span className={panel.words}>{text}</span>
            {reason && <span className={panel.words}>Reason: {reason}</span>}
            <span className={panel.details}>
              {by} · <DateTime value={at} zone={zone} />
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

function ReadDialog({
  concern,
  onChanged,
  onClose,
}: {
  concern: OpenedConcern
  onChanged: () => void
  onClose: () => void
}) {
  const zone = useZone()
  const [isAdding, setAdding] = useState(false)
  const add = useMutation(concernsApi.addToConcern.mutation({ touches: [concernsApi.listConcerns.key()], gcTime: 0 }))
  return (
    <>
      <Dialog title={`Concern no. ${concern.number}`} size="large" isOpen={!isAdding} onOpenChange={onClose}>
        <DialogBody>
          <ConcernText concern={concern} />
          <p className={panel.details}>
            {concern.views.map(({ id, viewerName, viewedAt }) => (
              <span key={id}>
                Read by {viewerName}, <DateTime value={viewedAt} zone={zone} />
              </span>
            ))}
          </p>
        </DialogBody>
        <DialogFooter>
          <Button slot="close">Close</Button>
          <Button variant="primary" onPress={() => setAdding(true)}>
            Add an entry
          </Button>
        </DialogFooter>
      </Dialog>
      <FormDialog
        isOpen={isAdding}
        onOpenChange={setAdding}
        title={`Add to concern no. ${concern.number}`}
        help="Nothing is changed or deleted afterwards."
        schema={newConcernEntry}
        defaultValues={{ kind: 'action', words: '', reason: '' }}
        save={(body) => add.mutateAsync({ params: { id: concern.id }, body })}
        onSaved={onChanged}
        submit="Add entry"
      >
        <FormSelect name="kind" label="Kind" options={kindOptions} />
        <FormTextField name="words" label="Entry" multiline rows={4} />
        <FormTextField name="reason" label="Reason" isOptional multiline rows={2} help="Required for a decision." />
      </FormDialog>
    </>
  )
}

interface ChronologyDialogProps {
  studentId: string
  concerns: readonly Concern[]
  onClose: () => void
}

function ChronologyDialog({ studentId, concerns, onClose }: ChronologyDialogProps) {
  return (
    <Dialog title="Chronology" size="large" isOpen onOpenChange={onClose}>
      <DialogBody>
        {concerns.map((concern) => (
          <section key={concern.id} aria-label={`No. ${concern.number}`}>
            <h3 className={panel.name}>No. {concern.number}</h3>
            <ConcernText concern={concern} />
          </section>
        ))}
      </DialogBody>
      <DialogFooter>
        <Button slot="close">Close</Button>
        <Button onPress={() => download(concernsApi.exportChronology.url({ params: { id: studentId } }))}>
          Export as PDF
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
