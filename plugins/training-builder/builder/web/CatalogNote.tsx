import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { copiesApi } from './client.ts'
import { CatalogDialog } from './CatalogDialog.tsx'

interface CatalogNoteProps {
  projectId: string
  /** True if there are unsaved changes, which have to be saved first. */
  isChanged: boolean
}

/** Shows how much has changed in the catalog since this organization made its copy. */
export function CatalogNote({ projectId, isChanged }: CatalogNoteProps) {
  const [isOpen, setOpen] = useState(false)
  // The catalog changes independently of this page.
  const { data: found } = useQuery({ ...copiesApi.catalogChanges({ params: { projectId } }), staleTime: 0 })
  if (!found || found.changes.length === 0) return null
  const { length } = found.changes
  return (
    <>
      <Banner
        title="The catalog has changed since you made your copy"
        action={
          <Button size="small" isDisabled={isChanged} onPress={() => setOpen(true)}>
            Compare with the catalog
          </Button>
        }
      >
        {length === 1 ? '1 module differs' : `${length} modules differ`}: take the catalog’s, or keep yours.
        {isChanged && ' Save or discard your changes first.'}
      </Banner>
      <CatalogDialog projectId={projectId} found={found} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
