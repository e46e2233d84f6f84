// The router's components and hooks, with the names of React Router. That library would be a fifth of Home's first
// load.
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { hrefOf, type Location, resolve, type To } from "./address.ts";
import type { BlockerFunction, Navigate as NavigateFunction, NavigateOptions, Router } from "./create-router.ts";

export type { Location, To } from "./address.ts";
export type { BlockerFunction } from "./create-router.ts";

const RouterContext = createContext<Router | null>(null);
const StateContext = createContext<Router["state"] | null>(null);
const LocationContext = createContext<Location | null>(null);
const ParamsContext = createContext<Router["state"]["params"]>({});

const given = <T,>(value: T | null): T => {
  if (value === null) throw new Error("There is no router above");
  return value;
};

export const useRouter = (): Router => given(useContext(RouterContext));
export const useRouterState = (): Router["state"] => given(useContext(StateContext));
export const useLocation = (): Location => given(useContext(LocationContext));
export const useParams = (): Router["state"]["params"] => useContext(ParamsContext);
export const useNavigate = (): NavigateFunction => useRouter().navigate;
export const useNavigation = (): Router["state"]["navigation"] => useRouterState().navigation;

export const RouterProvider = ({ router, children = <Screen /> }: { router: Router; children?: ReactNode }) => {
  const [state, setState] = useState(router.state);
  useLayoutEffect(() => {
    setState(router.state);
    // React renders a transition in short pieces, between which the page answers touches.
    const stop = router.subscribe((next) => startTransition(() => setState(next)));
    const endListening = router.listen();
    return () => {
      stop();
      endListening();
    };
  }, [router]);
  return (
    <RouterContext value={router}>
      <StateContext value={state}>
        <LocationContext value={state.location}>
          <ParamsContext value={state.params}>{children}</ParamsContext>
        </LocationContext>
      </StateContext>
    </RouterContext>
  );
};

export const Screen = () => {
  const { Component } = useRouterState();
  return useMemo(() => Component && <Component />, [Component]);
};

interface LinkProps extends Omit<ComponentProps<"a">, "href">, NavigateOptions {
  to: To;
}

export const Link = ({ to, replace, state, preventScrollReset, onClick, ...props }: LinkProps) => {
  const navigate = useNavigate();
  const here = useLocation();
  const href = hrefOf(resolve(to, here));
  return (
    <a
      {...props}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        const isForBrowser = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey || event.button !== 0;
        if (event.defaultPrevented || isForBrowser || (props.target ?? "_self") !== "_self") return;
        event.preventDefault();
        // As in the browser, a link to the page itself adds no entry to the history.
        void navigate(href, { replace: replace ?? href === hrefOf(here), state, preventScrollReset });
      }}
    />
  );
};

interface NavLinkProps extends Omit<LinkProps, "className"> {
  /** Only the page itself is active, not the pages below it. */
  end?: boolean;
  className: string | ((state: { isActive: boolean }) => string);
}

export const NavLink = ({ end = false, className, ...props }: NavLinkProps) => {
  const here = useLocation();
  const { pathname } = resolve(props.to, here);
  const isActive = here.pathname === pathname || (!end && here.pathname.startsWith(`${pathname}/`));
  return (
    <Link
      aria-current={isActive ? "page" : undefined}
      {...props}
      className={typeof className === "string" ? className : className({ isActive })}
    />
  );
};

/** Navigates to another page as soon as it is rendered. */
export const Navigate = ({ to, replace, state }: NavigateOptions & { to: To }) => {
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: its state is a new object at each rendering
  useEffect(() => void navigate(to, { replace, state }), [to, navigate]);
  return null;
};

type NewParams = string | Record<string, string> | URLSearchParams;

export const useSearchParams = () => {
  const { search } = useLocation();
  const navigate = useNavigate();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const setParams = useCallback(
    (next: NewParams | ((now: URLSearchParams) => NewParams), options?: NavigateOptions) => {
      const chosen = typeof next === "function" ? next(new URLSearchParams(search)) : next;
      void navigate(`?${new URLSearchParams(chosen)}`, options);
    },
    [search, navigate],
  );
  return [params, setParams] as const;
};

/** Asks the person before the page changes, if `shouldBlock` returns true. */
export const useBlocker = (shouldBlock: BlockerFunction) => {
  const router = useRouter();
  const here = useLocation();
  const latest = useRef(shouldBlock);
  useLayoutEffect(() => {
    latest.current = shouldBlock;
  });
  const [asked, setAsked] = useState<{ state: "blocked" | "proceeding"; proceed: () => void } | null>(null);
  useEffect(
    () =>
      router.block((nextLocation, proceed) => {
        const isBlocked = latest.current({ currentLocation: router.state.location, nextLocation });
        if (isBlocked) setAsked({ state: "blocked", proceed });
        return isBlocked;
      }),
    [router],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that was reached ends the question
  useEffect(() => setAsked(null), [here]);
  return {
    state: asked?.state ?? "unblocked",
    proceed: () => {
      if (!asked) return;
      setAsked({ ...asked, state: "proceeding" });
      asked.proceed();
    },
    reset: () => setAsked(null),
  };
};
