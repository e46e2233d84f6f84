// Whether a role is one of the staff's. Home needs this of all permissions.
export const isStaff = <Role extends string>(role: Role | null | undefined): role is Exclude<Role, "user"> =>
  role != null && role !== "user";
