// The rooms of staff by permission, through which they hear that a list has changed. A connection is in the rooms of its
// account's role from the start, and changes them with the role.
import { staffLists } from "@jara/shared/live-lists";
import { may, type Permission, type Role } from "@jara/shared/permissions";
import type { Connection, Rooms } from "./rooms.ts";

const PREFIX = "staff:";
export const staffRoom = (permission: Permission): string => `${PREFIX}${permission}`;
const permissions = [...new Set<Permission>(Object.values(staffLists))];

/** Makes the connection a member of the rooms of this role, and of no other. */
export const joinStaffRooms = (allRooms: Rooms, connection: Connection, role: Role): void => {
  const its = permissions.filter((permission) => may(role, permission)).map(staffRoom);
  for (const room of allRooms.roomsOf(connection)) {
    if (room.startsWith(PREFIX) && !its.includes(room)) allRooms.leave(connection, room);
  }
  // A slow reader's connection is closed when it reads again.
  if (!allRooms.isParked(connection)) for (const room of its) allRooms.join(connection, room);
};
