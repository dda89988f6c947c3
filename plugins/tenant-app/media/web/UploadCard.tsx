import { useMutation } from '@tanstack/react-query'
import { Pause, Play, RotateCw, UploadCloud, X } from 'lucide-react'
import { useState } from 'react'
import { DropZone } from 'react-aria-components/DropZone'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { useUser } from '#core/web/session.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { IconButton } from '#core/web/ui/actions/IconButton.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { ProgressBar } from '#core/web/ui/feedback/ProgressBar.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { FedSessionField } from './SessionChoices.tsx'
import * as styles from './UploadCard.css.ts'
import { mediaApi, mediaReads } from './client.ts'
import { useUploads } from './useUploads.ts'
import type { QueuedFile } from './uploadQueue.ts'

interface UploadCardProps {
  /** Session for uploads, until the user chooses another one. */
  session?: { id: string; name: string } | undefined
  /** True if every file goes into `session`. */
  isFixed?: boolean
}

/** Accepts dropped or chosen files, and shows their progress. */
export function UploadCard({ session, isFixed = false }: UploadCardProps) {
  const { queue, items } = useUploads()
  const [chosen, setChosen] = useState(session)
  const target = isFixed ? session : chosen
  const isInstructor = useUser().role === 'instructor'
  const isReady = !isInstructor || target !== undefined
  const add = (files: readonly File[]) => {
    if (isReady) queue.add(files, target?.id ?? null)
    else notify({ title: 'Choose a session first', description: 'Files are added to a session that you lead.' })
  }
  const hasDone = items.some(({ state }) => state === 'done')
  return (
    <Card>
      <DropZone
        aria-label="Drop files here"
        className={styles.zone}
        onDrop={async ({ items: dropped }) => {
          const files = dropped.filter((item) => item.kind === 'file')
          add(await Promise.all(files.map((item) => item.getFile())))
        }}
      >
        <UploadCloud size={20} aria-hidden className={styles.icon} />
        <span className={styles.words}>
          <span className={styles.title}>Drop files here</span>
          <span className={styles.help}>
            Pictures up to 25 MB; PDF, sound, films and documents up to 2 GB. Location data is removed from photos.
          </span>
        </span>
        <span className={styles.choices}>
          {!isFixed && <FedSessionField value={chosen} onChange={setChosen} isRequired={isInstructor} />}
          <FileTrigger allowsMultiple onSelect={(list) => add([...(list ?? [])])}>
            <Button variant="primary" isDisabled={!isReady}>
              Choose files
            </Button>
          </FileTrigger>
        </span>
      </DropZone>
      {items.length > 0 && (
        <>
          <ul className={styles.list} aria-label="Uploads">
            {items.map((item) => (
              <UploadRow key={item.id} item={item} />
            ))}
          </ul>
          {hasDone && (
            <div>
              <Button size="small" variant="quiet" onPress={() => queue.clearDone()}>
                Clear finished
              </Button>
            </div>
          )}
        </>
      )}
    </Card>
  )
}

function UploadRow({ item }: { item: QueuedFile }) {
  const { queue } = useUploads()
  const { id, name, state, share, canPause, message } = item
  return (
    <li className={styles.row}>
      <span className={styles.progress}>
        {state === 'done' || state === 'failed' ? (
          <span className={styles.name}>
            {name} {state === 'done' ? <Badge tone="green">In the library</Badge> : <Badge tone="red">Not sent</Badge>}
          </span>
        ) : (
          <ProgressBar
            label={`${state === 'paused' ? 'Paused' : 'Sending'} ${name}`}
            value={share}
            max={1}
            {...(state === 'waiting' && { valueText: 'Waiting' })}
          />
        )}
        {message !== undefined && (
          <span
            className={state === 'failed' ? styles.failure : styles.help}
            role={state === 'failed' ? 'alert' : 'status'}
          >
            {message}
          </span>
        )}
        <SameBytes item={item} />
      </span>
      {canPause && state === 'sending' && (
        <IconButton label={`Pause ${name}`} onPress={() => queue.pause(id)}>
          <Pause size={16} aria-hidden />
        </IconButton>
      )}
      {state === 'paused' && (
        <IconButton label={`Go on with ${name}`} onPress={() => queue.resume(id)}>
          <Play size={16} aria-hidden />
        </IconButton>
      )}
      {state === 'failed' && (
        <IconButton label={`Try ${name} again`} onPress={() => queue.resume(id)}>
          <RotateCw size={16} aria-hidden />
        </IconButton>
      )}
      <IconButton label={state === 'done' ? `Clear ${name}` : `Cancel ${name}`} onPress={() => queue.remove(id)}>
        <X size={16} aria-hidden />
      </IconButton>
    </li>
  )
}

/** Offers to use the existing file with the same bytes. */
function SameBytes({ item: { id, kept } }: { item: QueuedFile }) {
  const { queue } = useUploads()
  const remove = useMutation(
    mediaApi.deleteMedia.mutation({
      touches: mediaReads,
      onSuccess: () => queue.remove(id),
      onError: (error) => notify({ title: 'Failed to delete', description: errorText(error), tone: 'destructive' }),
    }),
  )
  const [same] = kept?.sameAs ?? []
  if (!kept || !same) return null
  return (
    <span className={styles.same}>
      <span>
        The same as {same.fileName}
        {same.sessionName === null ? '' : ` of ${same.sessionName}`}, which is in the library already.
      </span>
      <Button size="small" isPending={remove.isPending} onPress={() => remove.mutate({ body: { ids: [kept.id] } })}>
        Use that one
      </Button>
    </span>
  )
}
