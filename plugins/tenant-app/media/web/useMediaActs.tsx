import { countText } from '#core/contract/count-text.ts'
import { useMutation } from '@tanstack/react-query'
import { EyeOff, RotateCcw, Share2, Tag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { DELETED_DAYS, type Media, type MediaResult } from '../contract.ts'
import { RefusedDialog } from './RefusedDialog.tsx'
import { TagDialog } from './TagDialog.tsx'
import { mediaApi, mediaReads } from './client.ts'

/** Long enough to read the message and decide. */
const UNDO_MS = 10_000

const files = (count: number) => countText(count, 'file')
const idsOf = (chosen: readonly Pick<Media, 'id'>[]) => chosen.map(({ id }) => id)

/** Actions on several files at once; a deletion can be undone from its message. */
export function useMediaActs({ onDone }: { onDone: () => void }) {
  const [refused, setRefused] = useState<MediaResult>()
  const [tagged, setTagged] = useState<readonly Media[]>()
  const onError = (error: unknown) =>
    notify({ title: 'Failed to change files', description: errorText(error), tone: 'destructive' })
  const options = { touches: mediaReads, onError }
  const share = useMutation(mediaApi.shareMedia.mutation(options))
  const remove = useMutation(mediaApi.deleteMedia.mutation(options))
  const restore = useMutation(mediaApi.restoreMedia.mutation(options))

  const tell = (result: MediaResult, done: string) => {
    if (result.refused.length > 0) setRefused(result)
    else notify({ title: done })
    onDone()
  }
  const restoreAll = (ids: string[]) =>
    restore.mutate(
      { body: { ids } },
      { onSuccess: (result) => tell(result, `${files(result.changed)} restored as they were`) },
    )
  const shareAll = (chosen: readonly Media[], isPublic: boolean) =>
    share.mutate(
      { body: { ids: idsOf(chosen), isPublic } },
      {
        onSuccess: (result) =>
          tell(
            result,
            isPublic ? `${files(result.changed)} shared with families` : `${files(result.changed)} taken back`,
          ),
      },
    )
  const deleteAll = (chosen: readonly Media[]) => {
    const ids = idsOf(chosen)
    const shared = chosen.filter(({ isPublic }) => isPublic).length
    remove.mutate(
      { body: { ids } },
      {
        onSuccess: ({ changed }) => {
          notify({
            title: `${files(changed)} deleted`,
            description: `${shared > 0 ? `Families see ${shared === 1 ? 'one' : String(shared)} of them no more. ` : ''}They can be restored for ${DELETED_DAYS} days, and take room until then.`,
            action: { label: 'Undo', onAction: () => restoreAll(ids) },
            duration: UNDO_MS,
          })
          onDone()
        },
      },
    )
  }

  const actions = (chosen: readonly Media[]) =>
    chosen.every(({ state }) => state === 'deleted') ? (
      <Button size="small" icon={<RotateCcw size={16} aria-hidden />} onPress={() => restoreAll(idsOf(chosen))}>
        Restore
      </Button>
    ) : (
      <>
        <Button size="small" icon={<Tag size={16} aria-hidden />} onPress={() => setTagged(chosen)}>
          Tag children
        </Button>
        <Button
          size="small"
          icon={<Share2 size={16} aria-hidden />}
          isDisabled={chosen.every(({ isPublic }) => isPublic)}
          onPress={() => shareAll(chosen, true)}
        >
          Share
        </Button>
        <Button
          size="small"
          icon={<EyeOff size={16} aria-hidden />}
          isDisabled={chosen.every(({ isPublic }) => !isPublic)}
          onPress={() => shareAll(chosen, false)}
        >
          Take back
        </Button>
        <Button size="small" icon={<Trash2 size={16} aria-hidden />} onPress={() => deleteAll(chosen)}>
          Delete
        </Button>
      </>
    )

  const dialogs = (
    <>
      <RefusedDialog result={refused} onClose={() => setRefused(undefined)} />
      <TagDialog
        media={tagged}
        onClose={() => setTagged(undefined)}
        onTagged={(result) => tell(result, `${files(result.changed)} tagged`)}
      />
    </>
  )
  return { actions, dialogs, deleteAll, restoreAll }
}
