import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Images, LayoutGrid, Rows3 } from 'lucide-react'
import { useUser } from '#core/web/session.ts'
import { ViewSwitch } from '#core/web/ui/actions/ViewSwitch.tsx'
import { FilterSelect } from '#core/web/ui/fields/FilterSelect.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { ListScreen } from '#core/web/ui/lists/ListScreen.tsx'
import { useListAddress } from '#core/web/ui/lists/listAddress.ts'
import { mediaKinds } from '../contract.ts'
import { MediaDialog } from './MediaDialog.tsx'
import { MediaFiles } from './MediaFiles.tsx'
import { FolderFilter, StudentFilter } from './SessionChoices.tsx'
import { StorageCard } from './StorageCard.tsx'
import { UploadCard } from './UploadCard.tsx'
import { mediaApi } from './client.ts'
import { kindNames, shownLabels, type Shown } from './mediaLabels.ts'
import { useMediaActs } from './useMediaActs.tsx'

const route = getRouteApi('/shell/media')

/** Fills whole rows of two, three, four and six tiles. */
const PAGE_SIZE = 48

const kindOptions = mediaKinds.map((id) => ({ id, label: kindNames[id] }))
const shownOptions = Object.entries(shownLabels).map(([id, label]) => ({ id: id as Shown, label }))

/** Reads the filters of the library from the address. */
function queryOf({ show, deleted }: { show: Shown | undefined; deleted: boolean }) {
  return {
    sharing: show === 'shared' || show === 'private' || show === 'withheld' ? show : undefined,
    tagging: show === 'untagged' ? show : undefined,
    usage: show === 'unused' ? show : undefined,
    deleted: deleted ? ('true' as const) : undefined,
  }
}

/** Lists the organization's files, or those of own sessions; search, filters and the open file are in the address. */
export function MediaPage() {
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const list = useListAddress({ address, navigate, filters: ['kind', 'folder', 'child', 'show'] })
  const { search, kind, folder, child, show, deleted = false, view, file } = address
  const change = (next: Partial<typeof address>) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false })
  const query = { search, kind, session: folder, studentId: child, ...queryOf({ show, deleted }) }
  const media = useInfiniteQuery({
    ...mediaApi.listMedia.infinite({ query, limit: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })
  const acts = useMediaActs({ onDone: () => undefined })
  // Platform staff do not see consents.
  const isPlatformStaff = useUser().role === 'superadmin'
  const filters = (
    <>
      <FolderFilter value={folder} onChange={(chosen) => list.narrow({ folder: chosen })} />
      <FilterSelect
        label="Kind"
        all="All kinds"
        options={kindOptions}
        value={kind}
        onChange={(chosen) => list.narrow({ kind: chosen })}
      />
      <StudentFilter value={child} onChange={(chosen) => list.narrow({ child: chosen })} />
      <FilterSelect
        label="Show"
        all="Shared or not"
        options={shownOptions.filter(({ id }) => id !== 'withheld' || !isPlatformStaff)}
        value={show}
        onChange={(chosen) => list.narrow({ show: chosen })}
      />
    </>
  )
  return (
    <Page title="Media Library" help="Pictures, documents, audio and video. Only signed-in users see them.">
      <StorageCard />
      {!deleted && <UploadCard />}
      <ListScreen
        counted="files"
        list={list}
        query={media}
        search={{ placeholder: 'Search by name or caption' }}
        filters={filters}
        end={
          <>
            <ViewSwitch
              label="Files"
              options={[
                { id: 'kept', label: 'Library' },
                { id: 'deleted', label: 'Deleted' },
              ]}
              value={deleted ? 'deleted' : 'kept'}
              onChange={(id) => change({ deleted: id === 'deleted' || undefined })}
            />
            <ViewSwitch
              label="View"
              options={[
                { id: 'grid', label: 'Grid', icon: LayoutGrid },
                { id: 'list', label: 'List', icon: Rows3 },
              ]}
              value={view ?? 'grid'}
              onChange={(id) => change({ view: id === 'list' ? 'list' : undefined })}
            />
          </>
        }
        none={
          deleted
            ? { title: 'No deleted files', children: 'You can restore deleted files here for 30 days.' }
            : {
                icon: <Images size={20} aria-hidden />,
                title: 'No media yet',
                children: 'Drop pictures, documents, sound or films above. Families see what you share with them.',
              }
        }
        noMatches="Try another part of the name, or another folder."
      >
        {(shown) => (
          <MediaFiles
            {...shown}
            view={view ?? 'grid'}
            actions={acts.actions}
            onOpen={({ id }) => change({ file: id })}
          />
        )}
      </ListScreen>
      <MediaDialog
        mediaId={file}
        onClose={() => change({ file: undefined })}
        onDelete={(one) => acts.deleteAll([one])}
        onRestore={(id) => acts.restoreAll([id])}
      />
      {acts.dialogs}
    </Page>
  )
}
