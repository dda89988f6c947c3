import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import { ChangeList } from '../../authoring/versions/web/ChangeList.tsx'
import type { CatalogCourse } from '../../delivery/catalog/contract.ts'
import { catalogApi, catalogReads } from '../../delivery/catalog/web/client.ts'

/** Offers a learner the changes published since they began. */
export function NewerVersion({ course: { id, newer } }: { course: CatalogCourse }) {
  const [isOpen, setOpen] = useState(false)
  const move = useMutation(
    catalogApi.moveToNewest.mutation({
      touches: catalogReads,
      onSuccess: () => {
        setOpen(false)
        notify({ title: 'You are on the new version' })
      },
    }),
  )
  if (!newer) return null
  return (
    <>
      <Banner
        title="There is a new version of this course"
        action={<Button onPress={() => setOpen(true)}>See what changed</Button>}
      >
        You stay on your version until you move.
      </Banner>
      <Dialog title="Move to the new version" isOpen={isOpen} onOpenChange={setOpen}>
        <DialogBody>
          <ChangeList changes={newer.changes} />
          {move.error && <Banner tone="error">{errorText(move.error)}</Banner>}
        </DialogBody>
        <DialogFooter>
          <Button slot="close">Cancel</Button>
          <Button
            variant="primary"
            isPending={move.isPending}
            onPress={() => move.mutate({ params: { courseId: id } })}
          >
            Move to the new version
          </Button>
        </DialogFooter>
      </Dialog>
    </>
  )
}
