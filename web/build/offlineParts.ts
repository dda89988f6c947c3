/**
 * Modules, beside the pages of routes that are marked `offline`, that a start without a network loads: the shell, and
 * what those pages load when they need it.
 */
export const offlineParts = [
  'web/App.tsx',
  'web/plugins.ts',
  'core/web/deviceSession.ts',
  'core/web/shell/CommandPalette.tsx',
  'core/web/shell/RefusalScreen.tsx',
  'core/web/shell/Shell.tsx',
  'core/web/shell/SignOutQuestion.tsx',
  'core/web/shell/StaffDevice.tsx',
  'plugins/tenant-app/care/incidents/web/WaitingReports.tsx',
  'plugins/tenant-app/portal/dashboards/web/TenantDashboard.tsx',
  'plugins/tenant-app/portal/run-mode/web/PointsWaiting.tsx',
  'plugins/tenant-app/scheduling/door/web/DoorBanner.tsx',
  'plugins/tenant-app/scheduling/door/web/DoorWaiting.tsx',
  'plugins/tenant-app/scheduling/door/web/OthersDoor.tsx',
  'plugins/tenant-app/scheduling/rosters/web/AttendanceRequest.tsx',
  'plugins/tenant-app/scheduling/rosters/web/AttendanceTab.tsx',
  'plugins/tenant-app/scheduling/rosters/web/MarksWaiting.tsx',
  'plugins/tenant-app/scheduling/rosters/web/OthersMarks.tsx',
  'plugins/tenant-app/scheduling/rosters/web/PackAttendance.tsx',
  'plugins/tenant-app/scheduling/rosters/web/RosterTab.tsx',
] as const

/** Fonts of the texts that they show; letters of other scripts come from the device. */
export const offlineFonts = /\/inter-latin(-ext)?-/
