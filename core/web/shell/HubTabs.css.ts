import { style } from '@vanilla-extract/css'
import { list as tabList } from '../ui/layout/Tabs.css.ts'
import { color, media } from '../ui/theme/theme.css.ts'

export const hub = style({ borderBottom: `1px solid ${color.border}`, background: color.surface })

/** In line with the page below. */
export const list = style([
  tabList,
  {
    position: 'relative',
    maxWidth: '1280px',
    margin: 0,
    marginInline: 'auto',
    padding: '0 32px',
    border: 0,
    listStyle: 'none',
    '@media': { [media.phone]: { padding: '0 16px' } },
  },
])

export { tab } from '../ui/layout/Tabs.css.ts'
export { waiting } from './Sidebar.css.ts'
