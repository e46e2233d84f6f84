// Says whether a role is one of the staff's. It has a file of its own, because Home needs no other permission.
export const isStaff = <Role extends string>(role: Role | null | undefined): role is Exclude<Role, "user"> =>
  role != null && role !== "user";
