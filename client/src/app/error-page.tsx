// Shown when a screen throws or its code cannot be loaded, for example because a release replaced it. Says so and
// offers a reload.
import { Component, type ReactNode, useEffect } from "react";
import { type Location, useLocation } from "#router";
import { usePageTitle } from "../lib/page-title.ts";
import { Button, buttonClass } from "../ui/button.tsx";

const ErrorPage = ({ error }: { error: unknown }) => {
  usePageTitle("Something went wrong");
  useEffect(() => {
    console.error(error);
  }, [error]);
  return (
    <div role="alert" className="page grid justify-items-start gap-4 py-16">
      <h1 className="font-bold text-xl">This page could not be shown</h1>
      <p className="max-w-prose">
        Nothing you did was lost: a bid counts from the moment we confirmed it. Check your connection and reload.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => window.location.reload()}>Reload</Button>
        {/* A full page load on purpose, because the app itself may have failed. */}
        <a href="/" className={buttonClass("secondary")}>
          Go to Home
        </a>
      </div>
    </div>
  );
};

interface BoundaryProps {
  location: Location;
  children: ReactNode;
}
interface BoundaryState {
  thrown: { error: unknown } | null;
  location: Location;
}

/** Shows the error page in place of a screen that throws, until the person goes to another page. */
class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { thrown: null, location: this.props.location };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { thrown: { error } };
  }

  static getDerivedStateFromProps({ location }: BoundaryProps, state: BoundaryState): Partial<BoundaryState> | null {
    return location === state.location ? null : { thrown: null, location };
  }

  override render(): ReactNode {
    const { thrown } = this.state;
    return thrown ? <ErrorPage error={thrown.error} /> : this.props.children;
  }
}

export const ErrorBoundary = ({ children }: { children: ReactNode }) => (
  <Boundary location={useLocation()}>{children}</Boundary>
);
