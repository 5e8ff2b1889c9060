//! Whether commands describe one walk and no other: what practice is made of.

use super::Executor;
use crate::cas::Action;
use crate::follow::act::Stand;
use crate::plan::alternatives;
use crate::plan::meaning::{Truth, fit};
use crate::world::Pose;

impl Executor<'_> {
    /// The one walk that commands describe from a stand; `None` if there is
    /// none or more than one.
    pub(in crate::follow) fn certain<'c>(
        &self,
        start: Stand,
        commands: impl IntoIterator<Item = &'c Action>,
    ) -> Option<Vec<Pose>> {
        let mut poses = vec![start.pose()];
        for command in commands {
            let here = poses[poses.len() - 1];
            let moves = alternatives(self.sight.world, here, 0).into_iter();
            let mut fitting = moves.filter(|path| fit::<Truth>(&self.sight, command, path).delta());
            let only = fitting.next().filter(|_| fitting.next().is_none())?;
            poses.extend(only.into_iter().skip(1));
        }
        Some(poses)
    }
}
